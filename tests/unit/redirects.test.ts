import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findRedirect } from '../../cli/build/hosting/redirects.ts'
import { addPublishedAddresses, listUnrecordedAddresses } from '../../cli/content/published.ts'
import { updateRedirectsForMove } from '../../cli/content/update-redirects.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())
const check = (lines: string) => harbor.check((content) => writeFileSync(path.join(content, 'redirects.yaml'), lines))

describe('redirects.yaml', () => {
  it('can redirect to pages, anchors and other sites', async () => {
    const { problems, content } = await check(
      '# since 2019\n/Old.php: /\n/jobs/: /careers#berths\n/a/b_c: https://talks.example/?v=1\n/über-uns: /contact\n',
    )
    expect(problems).toEqual([])
    expect(findRedirect(content?.redirects ?? [], '/%C3%BCber-uns')?.to).toBe('/contact')
    expect(content?.redirects).toEqual([
      { from: '/Old.php', to: '/', status: 308 },
      { from: '/a/b_c', to: 'https://talks.example/?v=1', status: 308 },
      { from: '/jobs', to: '/careers#berths', status: 308 },
      { from: '/über-uns', to: '/contact', status: 308 },
      { from: '/über-uns/', to: '/contact', status: 308 },
    ])
  })

  it('may be missing or empty, or contain only comments', async () => {
    for (const text of ['', '# none yet\n']) expect(await check(text)).toMatchObject({ problems: [] })
    expect((await harbor.check(() => {})).content?.redirects).toEqual([])
  })

  it.each([
    ['/?p=12: /contact', 'schema/format', 1],
    ['/old/*: /contact', 'schema/format', 1],
    ['/old.html: /contact', 'schema/format', 1],
    ['/old.html/x: /contact', 'schema/format', 1],
    ['/.unsent: /contact', 'schema/format', 1],
    ['/old/..: /contact', 'schema/format', 1],
    [`/${'long-'.repeat(50)}: /contact`, 'schema/format', 1],
    ['/old: https://a.example:99999', 'link/invalid', 7],
    ['old: /contact', 'schema/format', 1],
    ['/old: /contact?a=b', 'schema/format', 7],
    ['/old: https://a.example/"; return 200', 'schema/format', 7],
    ['/old: contact', 'schema/format', 7],
    ['/old: /contcat', 'link/dead', 7],
    ['/old: /contact#nowhere', 'link/dead-anchor', 7],
    ['/contact: /services', 'redirect/taken', 1],
    ['/inbox/x: /services', 'redirect/taken', 1],
    ['/blog/page/2: /blog', 'redirect/taken', 1],
    ['/sitemap.xml: /services', 'redirect/taken', 1],
    ['/old.gz: /services', 'redirect/taken', 1],
    ['/old: /old', 'redirect/loop', 1],
    ['/old: https://harborandpine.example/old', 'redirect/loop', 1],
    ['/old: https://www.harborandpine.example:443/old', 'redirect/loop', 1],
    ['/old: https://HarborAndPine.example/old/', 'redirect/loop', 1],
    ['/old: https://harborandpine.example/old.html?x=1#top', 'redirect/loop', 1],
    ['/old: https://www.harborandpine.example/contcat', 'link/dead', 7],
  ])('is rejected if it contains the line "%s" (violates the rule %s)', async (line, rule, column) => {
    const { problems } = await check(`${line}\n`)
    expect(problems).toMatchObject([{ rule, file: 'harbor/redirects.yaml', line: 1, column }])
  })

  it('is rejected, with an error at each line, if an address is repeated or redirects form a loop', async () => {
    const loop = await check('/a: /b\n/b: https://www.harborandpine.example/c/\n/c: /a\n')
    expect(loop.problems.map(({ rule, line }) => [rule, line])).toEqual([
      ['redirect/loop', 1],
      ['redirect/loop', 2],
      ['redirect/loop', 3],
    ])
    const twice = await check('/a: /contact\n/a: /services\n')
    expect(twice.problems.map(({ rule }) => rule)).toEqual(['yaml/duplicate-key'])
  })

  it('is rewritten by --fix so that chained redirects point directly to their final target', async () => {
    const chain = '/older: /old#top\n/oldest: /older # 2019\n/old: /contact\n'
    const { problems } = await check(chain)
    expect(problems.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['link/moved', 'warning'],
      ['link/moved', 'warning'],
    ])
    expect(await harbor.fix('redirects.yaml')).toBe('/older: /contact#top\n/oldest: /contact # 2019\n/old: /contact\n')
  })
})

describe('updateRedirectsForMove', () => {
  it('adds a redirect, updates redirects to the old address, and keeps comments', () => {
    expect(updateRedirectsForMove('', '/a', '/b')).toBe('/a: /b\n')
    const before = "# of 2019\n'/x': '/a#top' # kept\n/y: /z"
    expect(updateRedirectsForMove(before, '/a', '/b')).toBe('# of 2019\n\'/x\': "/b#top" # kept\n/y: /z\n/a: /b')
  })

  it('restores the original text when the move is undone', () => {
    for (const before of ['', '# of 2019\n/x: /a\n/y: /z # kept\n'])
      expect(updateRedirectsForMove(updateRedirectsForMove(before, '/a', '/b'), '/b', '/a')).toBe(before)
  })

  it.each([
    ['{}\n', '{ /a: /b }\n'],
    ['{ /x: /y }\n', '{ /x: /y, /a: /b }\n'],
    ['{ /x: /a#top }\n', '{ /x: /b#top, /a: /b }\n'],
    ['/x: /y\n...\n', '/x: /y\n/a: /b\n...\n'],
    ['# none\n...\n', '# none\n/a: /b\n...\n'],
    ['---\n# none\n', '---\n# none\n/a: /b\n'],
    ['/x:\n  /y\n', '/x:\n  /y\n/a: /b\n'],
    ['/x: >-\n  /a\n', '/x: >-\n  /b\n/a: /b\n'],
    ['/x: /y\r\n', '/x: /y\r\n/a: /b\r\n'],
  ])('keeps the style of the file %j', (before, after) => {
    expect(updateRedirectsForMove(before, '/a', '/b')).toBe(after)
    expect(parse(updateRedirectsForMove(after, '/b', '/a')) ?? {}).toEqual(parse(before) ?? {})
  })

  it('throws if the YAML uses aliases, which would also change', () => {
    expect(() => updateRedirectsForMove('/x: &one /a\n/y: *one\n', '/a', '/b')).toThrow('Edit the file directly.')
  })

  it('removes an existing redirect from the new address', () => {
    expect(updateRedirectsForMove('/b: /elsewhere # gone\n/y: /z\n', '/a', '/b')).toBe('/y: /z\n/a: /b\n')
  })
})

describe('an expired entry', () => {
  it('redirects to its parent page while its file exists', async () => {
    const past = await harbor.edit('jobs/listing-keeper.md', /^posted: .*$/m, 'posted: 2024-01-01\ncloses: 2024-01-31')
    expect(past.content?.redirects).toEqual([{ from: '/careers/listing-keeper', to: '/careers', status: 307 }])
    const draft = await harbor.edit('jobs/listing-keeper.md', /^posted: .*$/m, 'posted: 2024-01-01\ndraft: true')
    expect(draft.content?.redirects).toEqual([])
  })
})

describe('published.yaml', () => {
  const list = ['/', '/blog/ceilings-for-ads', '/careers/listing-keeper']
  const text = addPublishedAddresses('', list)
  const changed = (change: (at: (file: string) => string) => void) =>
    harbor.check((content) => {
      writeFileSync(path.join(content, 'published.yaml'), text)
      change((file) => path.join(content, file))
    })

  it('causes no warning if every address has a page, a draft or an expired entry', async () => {
    expect((await changed(() => {})).problems).toEqual([])
    for (const field of ['draft: true', 'closes: 2026-03-20']) {
      const { problems } = await changed((at) => {
        const job = at('jobs/listing-keeper.md')
        writeFileSync(job, readFileSync(job, 'utf8').replace(/^posted: /m, `${field}\nposted: `))
      })
      expect(problems.filter(({ file }) => file.endsWith('published.yaml'))).toEqual([])
    }
  })

  it('causes a warning with a suggested redirect if a published page is missing and not redirected', async () => {
    const article = 'blog/ceilings-for-ads.md'
    const rename = (at: (file: string) => string) => renameSync(at(article), at('blog/ceiling-for-ads.md'))
    expect((await changed(rename)).problems).toContainEqual(
      expect.objectContaining({
        ...{ rule: 'address/vanished', severity: 'warning', file: 'harbor/published.yaml', line: 3, column: 3 },
        message: 'the page /blog/ceilings-for-ads was published but no longer exists',
        help: expect.stringContaining('"/blog/ceilings-for-ads: /blog/ceiling-for-ads"'),
      }),
    )
    const redirected = await changed((at) => {
      rename(at)
      writeFileSync(at('redirects.yaml'), '/blog/ceilings-for-ads: /blog/ceiling-for-ads\n')
    })
    expect(redirected.problems.map(({ rule }) => rule)).not.toContain('address/vanished')
  })

  it('throws and stays unchanged if it is not a list with one line per address', () => {
    for (const before of ['[]\n', '[ /a, /b ]\n', '- /a\n...\n', '{}\n'])
      expect(() => addPublishedAddresses(before, ['/c'])).toThrow('published.yaml was not updated')
  })

  it('gets each new address once, in order, and keeps its other lines unchanged', async () => {
    expect(text.split('\n').slice(1)).toEqual([...list.map((address) => `- ${address}`), ''])
    const own = '# ours\n- /\n- "/jobs" # gone\n'
    expect(addPublishedAddresses(own, ['/about', '/work'])).toBe('# ours\n- /\n- /about\n- "/jobs" # gone\n- /work\n')
    const { content } = await harbor.check(() => {})
    if (!content) throw new Error('the harbor content has errors')
    const all = addPublishedAddresses('', listUnrecordedAddresses('', content))
    expect(all).toContain('\n- /blog/ceilings-for-ads\n')
    expect(listUnrecordedAddresses(all, content)).toEqual([])
  })
})
