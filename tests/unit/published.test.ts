import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listLanguageVersions } from '../../cli/build/pages.ts'
import { renderTextFiles } from '../../cli/build/text-files.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { type LoadOptions, loadContent } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'
import { checkXml } from '../../cli/rules/page/check-xml.ts'
import type { Content } from '../../src/collections/content.ts'
import { listRoutes } from '../../src/routes.ts'
import { createStructuredData } from '../../src/site/meta.ts'
import { createPageView } from '../../src/site/views.ts'

let home: string
let folder: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'published-'))
  folder = path.join(home, 'harbor')
  cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), folder, { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const JOB = 'jobs/listing-keeper.md'
const ARTICLE = 'blog/ceilings-for-ads.md'
const SLUG = 'ceilings-for-ads'
const edit = (file: string, from: string | RegExp, to: string) => {
  const target = path.join(folder, file)
  const text = readFileSync(target, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(target, text.replace(from, to))
}
const load = (options?: LoadOptions) =>
  loadContent(folder, { cache: createParseCache(path.join(home, 'cache')), ...options })
async function content(options?: LoadOptions): Promise<Content> {
  const { content: whole, problems } = await load(options)
  if (!whole) throw new Error(JSON.stringify(problems))
  return whole
}
const routeOf = (whole: Content, wanted: string) => {
  const route = listRoutes(whole).find((candidate) => candidate.path === wanted)
  if (!route) throw new Error(`there is no page ${wanted}`)
  return route
}
const textOf = (whole: Content, wanted: string) =>
  renderTextFiles(listLanguageVersions(whole)).find(({ file }) => file === wanted)?.text ?? ''

describe('the structured data of a job', () => {
  const posting = async () => {
    const whole = await content()
    return createStructuredData(routeOf(whole, '/careers/listing-keeper'), whole)[0] as Record<string, unknown>
  }

  it('contains the text of the page with the salary filled in', async () => {
    edit(JOB, /$/, '\nA year of it pays {salary}.\n')
    edit(JOB, 'requirements:\n', 'requirements:\n  - Ease with a < b & "{salary}".\n')
    const { description, identifier } = await posting()
    expect(description).toContain('A year of it pays $52K-$64K.</p>')
    expect(description).toContain('<li>Write product pages after holding the product.</li>')
    expect(description).toContain('<li>Ease with a &lt; b &amp; "$52K-$64K".</li>')
    expect(description).toMatch(/<h2>[^<]+<\/h2>\n<ul>\n<li>Pay of \$52K-\$64K, reviewed each spring\.<\/li>/)
    expect(identifier).toEqual({ '@type': 'PropertyValue', name: 'Harbor & Pine', value: 'listing-keeper' })
    const whole = await content()
    const [section] = createPageView(routeOf(whole, '/careers/listing-keeper'), whole).sections
    expect(JSON.stringify(section)).not.toContain('{salary}')
  })

  it('contains the employer and its logo', async () => {
    expect((await posting()).hiringOrganization).toEqual({
      '@type': 'Organization',
      '@id': 'https://harborandpine.example/#organization',
      name: 'Harbor & Pine',
      url: 'https://harborandpine.example/',
      logo: 'https://harborandpine.example/icon-512.png',
      sameAs: 'https://harborandpine.example',
    })
  })

  it('contains the office that site.yaml defines for the location', async () => {
    expect(await posting()).toMatchObject({ jobLocationType: 'TELECOMMUTE' })
    expect(await posting()).not.toHaveProperty('jobLocation')
    edit(
      'site.yaml',
      '  - { name: Remote,',
      '  - { name: Hamburg, office: { locality: Hamburg, country: DE } }\n  - { name: Remote,',
    )
    edit(JOB, 'location: Remote', 'location: Hamburg')
    edit(JOB, /^posted: .*/m, '$&\ncloses: 2931-12-31')
    const data = await posting()
    expect(data).toMatchObject({
      jobLocation: { address: { addressLocality: 'Hamburg', addressCountry: 'DE' } },
      validThrough: '2931-12-31T23:59:59Z',
    })
    expect(data).not.toHaveProperty('jobLocationType')
  })

  it('requires a location that site.yaml defines', async () => {
    edit(JOB, 'location: Remote', 'location: Remot')
    expect((await load()).problems).toMatchObject([
      { rule: 'ref/unknown-slug', line: 7, column: 11, help: 'Did you mean Remote (site.yaml)?' },
    ])
  })
})

describe('the structured data of the front page', () => {
  it('contains the address and contacts of the company', async () => {
    edit('site.yaml', 'locality: Portland', 'street: 1 Custom House Wharf\n  postcode: "04101"\n  locality: Portland')
    const whole = await content()
    expect(createStructuredData(routeOf(whole, '/'), whole)[0]).toMatchObject({
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Custom House Wharf',
        postalCode: '04101',
        addressLocality: 'Portland',
        addressRegion: 'ME',
        addressCountry: 'US',
      },
      contactPoint: { email: 'ahoy@harborandpine.example', telephone: '+1 207 555 0100' },
      sameAs: ['https://social.harborandpine.example/dock-notes'],
    })
  })
})

describe('a breadcrumb', () => {
  it('uses the menu label of a page, not its search title', async () => {
    const whole = await content()
    const trail = createStructuredData(routeOf(whole, '/services'), whole).at(-1)
    expect(trail).toMatchObject({ itemListElement: [{ position: 1 }, { name: 'What we do' }] })
  })
})

describe('a feed', () => {
  it('contains absolute URLs and the author', async () => {
    edit(ARTICLE, /$/, '\n[Write](/contact), or see [the sum](#the-sum) and [them](https://example.com/a).\n')
    const feed = textOf(await content(), 'blog/feed.xml')
    expect(feed).toContain('href=&quot;https://harborandpine.example/contact&quot;')
    expect(feed).toContain('href=&quot;https://harborandpine.example/blog/ceilings-for-ads#the-sum&quot;')
    expect(feed).toContain('href=&quot;https://example.com/a&quot;')
    expect(feed).not.toMatch(/href=&quot;[/#]/)
    expect(feed).toContain('<author><name>Harbor &amp; Pine ad desk</name></author>\n    <category')
  })

  it('contains captions and the labels of callouts', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    mkdirSync(path.join(folder, 'images'), { recursive: true })
    await picture.png().toFile(path.join(folder, 'images', 'shelves.png'))
    edit(ARTICLE, '![](figure:click)', '![](figure:click "One month & one shop")\n\n> [!TIP]\n> Wait.')
    edit(ARTICLE, /$/, '\n![The sum, drawn on a wall](../images/shelves.png "The wall")\n')
    const feed = textOf(await content(), 'blog/feed.xml')
    expect(feed).toContain('&lt;br&gt;One month &amp;amp; one shop&lt;/p&gt;')
    expect(feed).toContain('&lt;strong&gt;Tip&lt;/strong&gt;&lt;/p&gt;\n&lt;p&gt;Wait.&lt;/p&gt;\n&lt;/aside&gt;')
    expect(feed).toMatch(/&lt;img src=&quot;https:[^;]*&quot;.*&lt;figcaption class=&quot;cap&quot;&gt;The wall&lt;/)
  })

  it('is well-formed even if text contains special characters', async () => {
    const whole = await content()
    const [first, ...others] = whole.articles
    if (!first) throw new Error('no article')
    const title = 'A\vB\0C <d> & "e" ]]> \uFFFE'
    const strange = { ...whole, articles: [{ ...first, title, html: `<p>${title}</p>`, author: title }, ...others] }
    const files = renderTextFiles(listLanguageVersions(strange)).filter(({ file }) => file.endsWith('.xml'))
    expect(files.map(({ file }) => file)).toEqual(['sitemap.xml', 'blog/feed.xml', 'insights/feed.xml'])
    for (const { file, text } of files) expect(checkXml(file, text)).toEqual([])
  })
})

describe('security.txt', () => {
  it.each([
    ['en-US', 'en'],
    ['fil', 'fil'],
    ['zh-Hans-CN', 'zh'],
  ])('names the language of a site in %s', async (language, expected) => {
    const whole = await content()
    const site = { ...whole.site, language }
    expect(textOf({ ...whole, site }, '.well-known/security.txt')).toContain(`\nPreferred-Languages: ${expected}\n`)
  })
})

describe('a scheduled entry', () => {
  it('causes a warning only if its date is more than a year ahead', async () => {
    const edition = { today: '2030-05-05' }
    edit(ARTICLE, /^published: .*/m, 'published: 2031-05-05')
    expect((await load({ edition })).problems).toEqual([])
    edit(ARTICLE, /^published: .*/m, 'published: 2031-05-06')
    expect((await load({ edition })).problems).toMatchObject([{ rule: 'date/upcoming', severity: 'warning' }])
  })

  it('is omitted from pages, lists, feeds and the sitemap until its date', async () => {
    edit(ARTICLE, /^published: .*/m, 'published: 2931-05-05')
    edit(JOB, /^posted: .*/m, 'posted: 2931-05-05')
    const { content: whole, problems } = await load()
    expect(problems.map(({ rule, severity, file }) => [rule, severity, file])).toEqual([
      ['date/upcoming', 'warning', `harbor/${ARTICLE}`],
      ['date/upcoming', 'warning', `harbor/${JOB}`],
    ])
    if (!whole) throw new Error('not loaded')
    const paths = listRoutes(whole).map((route) => route.path)
    expect(paths).not.toContain('/blog/ceilings-for-ads')
    expect(paths).not.toContain('/careers/listing-keeper')
    const shown = JSON.stringify(listRoutes(whole).map((route) => createPageView(route, whole)))
    expect(shown).not.toMatch(/ceilings-for-ads|listing-keeper/)
    for (const { file, text } of renderTextFiles(listLanguageVersions(whole)))
      expect(text, file).not.toMatch(/ceilings-for-ads|listing-keeper/)
  })

  it('can be previewed, but pages that are published before it must not link to it', async () => {
    edit(ARTICLE, /^published: .*/m, 'published: 2931-05-05')
    expect((await content({ edition: { today: '2026-11-01', all: true } })).articles.map(({ slug }) => slug)).toContain(
      'ceilings-for-ads',
    )
    edit('blog/photograph-with-a-hand.md', /$/, '\nSee [the sum](/blog/ceilings-for-ads).\n')
    expect((await load()).problems).toContainEqual(
      expect.objectContaining({
        rule: 'link/dead',
        message: 'the page /blog/ceilings-for-ads is not published until 2931-05-05',
      }),
    )
    // An article may link to one that is published on the same day or earlier.
    edit('blog/photograph-with-a-hand.md', /^published: .*\n(?:updated: .*\n)?/m, 'published: 2931-06-01\n')
    expect((await load()).problems.map(({ rule }) => rule)).toEqual(['date/upcoming', 'date/upcoming'])
  })
})

describe('an entry with an impossible date', () => {
  it('causes only the problem of its date, although other pages link to it', async () => {
    edit(ARTICLE, /^published: .*/m, 'published: 2931-13-40')
    edit('blog/photograph-with-a-hand.md', /$/, '\nSee [the sum](/blog/ceilings-for-ads).\n')
    const { problems } = await load()
    expect(problems).toMatchObject([
      { file: `harbor/${ARTICLE}`, message: '"published" is a date that does not exist' },
    ])
  })
})

describe('a draft', () => {
  it('is omitted from pages, lists, feeds and the sitemap, but can be previewed', async () => {
    edit(ARTICLE, /^title:/m, 'draft: true\ntitle:')
    const { content: whole, problems, schedule } = await load()
    expect(problems).toEqual([])
    if (!whole) throw new Error('not loaded')
    expect(JSON.stringify(listRoutes(whole).map((route) => createPageView(route, whole)))).not.toContain(SLUG)
    for (const { file, text } of renderTextFiles(listLanguageVersions(whole))) expect(text, file).not.toContain(SLUG)
    expect(schedule).toMatchObject([{ file: `harbor/${ARTICLE}`, state: 'draft', next: undefined }])
    const shown = await content({ edition: { today: '2026-11-01', drafts: true } })
    expect(shown.articles.map(({ slug }) => slug)).toContain(SLUG)
  })

  it('may be referenced only by other drafts', async () => {
    edit(ARTICLE, /^title:/m, 'draft: true\ntitle:')
    edit('testimonials/abel-rope.yaml', /^/, 'draft: true\n')
    edit('blog/photograph-with-a-hand.md', /$/, `\nSee [the sum](/blog/${SLUG}).\n`)
    const { problems } = await load()
    expect(problems).toContainEqual(
      expect.objectContaining({ rule: 'link/dead', severity: 'error', message: `the page /blog/${SLUG} is a draft` }),
    )
    const named = problems.filter(({ rule }) => rule === 'ref/draft')
    expect(named.length).toBeGreaterThan(0)
    for (const { message } of named) expect(message).toBe('testimonials/abel-rope is a draft')
    expect((await load({ edition: { today: '2026-11-01', drafts: true } })).problems).toEqual([])
    edit('blog/photograph-with-a-hand.md', /^title:/m, 'draft: true\ntitle:')
    expect((await load()).problems.filter(({ rule }) => rule === 'link/dead')).toEqual([])
  })
})

it('placeholder text is reported in published entries but not in drafts', async () => {
  edit(ARTICLE, /$/, '\nTODO the rest.\n')
  const rules = async () => (await load()).problems.map(({ rule }) => rule)
  expect(await rules()).toEqual(['text/unwritten'])
  edit(ARTICLE, /^title:/m, 'draft: true\ntitle:')
  expect(await rules()).toEqual([])
})

describe('an entry with a closing date', () => {
  it('is published until the end of that day, and links to it cause warnings afterwards', async () => {
    edit(JOB, /^posted: .*\n/m, 'posted: 2026-01-05\ncloses: 2026-06-01\n')
    edit(ARTICLE, /$/, '\nOr [join us](/careers/listing-keeper).\n')
    const on = (today: string) => load({ edition: { today } })
    const last = await on('2026-06-01')
    expect(last.problems).toEqual([])
    expect(last.content?.jobs.map(({ slug }) => slug)).toContain('listing-keeper')
    expect(last.schedule).toMatchObject([{ state: 'live', next: { change: 'goes', day: '2026-06-02' } }])
    const after = await on('2026-06-02')
    expect(after.problems.map(({ rule, severity }) => [rule, severity]).sort()).toEqual([
      ['job/expired', 'warning'],
      ['link/expired', 'warning'],
    ])
    if (!after.content) throw new Error('not loaded')
    expect(listRoutes(after.content).map((route) => route.path)).not.toContain('/careers/listing-keeper')
    expect(after.schedule).toMatchObject([{ state: 'expired', next: undefined }])
  })
})

describe('an image', () => {
  it.each([
    ['png', 0.5],
    ['jpeg', 0.5],
    ['webp', 0.9],
  ] as const)('is reported with its file name if it is a truncated %s file', async (kind, part) => {
    const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251))
    const whole = sharp(noise, { raw: { width: 64, height: 64, channels: 3 } }).toFormat(kind)
    const bytes = await whole.toBuffer()
    mkdirSync(path.join(folder, 'images'), { recursive: true })
    const file = path.join(folder, 'images', `tide.${kind}`)
    edit(ARTICLE, /$/, `\n![The tide](../images/tide.${kind})\n`)
    writeFileSync(file, bytes)
    expect((await load()).problems).toEqual([])
    writeFileSync(file, bytes.subarray(0, bytes.length * part))
    expect((await load()).problems).toMatchObject([
      { rule: 'image/unreadable', file: `harbor/images/tide.${kind}`, message: expect.not.stringContaining('\n') },
    ])
  })
})

describe('phone numbers', () => {
  it('can be linked from fields and Markdown', async () => {
    edit('pages/contact.yaml', /$/, '\n  - type: floating\n    action: { label: Call us, to: "tel:+12075550100" }\n')
    edit(ARTICLE, /$/, '\n[Call](tel:+12075550100) or [write](sms:+12075550100).\n')
    const whole = await content()
    expect(whole.articles.map(({ html }) => html).join('')).toContain(
      '<a href="tel:+12075550100">Call</a> or <a href="sms:+12075550100">write</a>',
    )
  })
})
