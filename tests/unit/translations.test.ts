import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listLanguageVersions } from '../../cli/build/pages.ts'
import { renderTextFiles } from '../../cli/build/text-files.ts'
import { writeTranslations } from '../../cli/commands/translate.ts'
import { findSingleFile } from '../../cli/content/parsed.ts'
import { listUnrecordedAddresses } from '../../cli/content/published.ts'
import { fingerprintMarkdown, listTranslatableTexts } from '../../cli/content/translations/translatable-texts.ts'
import { listContentChanges } from '../../cli/diff/content-changes.ts'
import { formatContentChange } from '../../cli/diff/formats.ts'
import { planTranslation, readTranslation } from '../../cli/editor/server/translation.ts'
import { checkSaved } from '../../cli/engine/load.ts'
import { describeItemUsage } from '../../cli/refactor/item-usage.ts'
import { formatTable, listItems } from '../../cli/refactor/list-items.ts'
import { createContentIndex } from '../../cli/refactor/read-items.ts'
import { planRename, writeChanges } from '../../cli/refactor/rename.ts'
import { createPageMeta } from '../../src/site/meta.ts'
import { createSiteView } from '../../src/site/views.ts'
import { createHarborFolder } from './harbor-folder.ts'

const harbor = createHarborFolder()
afterAll(() => harbor.remove())

const write = (file: string, text: string) => writeFileSync(path.join(harbor.content, file), text)
const read = (file: string) => readFileSync(path.join(harbor.content, file), 'utf8')
const addGerman = () => write('site.yaml', read('site.yaml').replace(/^language: .*$/m, '$&\nlanguages: [de]'))
const pairs = (...texts: [from: string, to: string][]) =>
  texts.length === 0
    ? ''
    : `texts:\n${texts.map(([from, to]) => `  - from: ${JSON.stringify(from)}\n    to: ${JSON.stringify(to)}\n`).join('')}`

const PAGE = `path: /hello
title: Hello there
description: A page that says hello, and nothing else, but in as many words as search engines like to show.
sections:
  - type: hero
    heading: Hello, world
    text: Read [our articles](/blog) first.
    actions: [{ label: Say hello, to: /contact }]
`
const TEXTS: [string, string][] = [
  ['Hello there', 'Hallo zusammen'],
  [
    'A page that says hello, and nothing else, but in as many words as search engines like to show.',
    'Eine Seite, die Hallo sagt und sonst nichts, aber mit so vielen Worten, wie Suchmaschinen gern zeigen.',
  ],
  ['Hello, world', 'Hallo, Welt'],
  ['Read [our articles](/blog) first.', 'Lesen Sie zuerst [unsere Artikel](/blog).'],
  ['Say hello', 'Hallo sagen'],
]
/** Checks the folder with a page and its translation. Omits warnings about files that are not translated at all. */
async function check(translation: string, page = PAGE, more: Record<string, string> = {}) {
  const { problems, content } = await harbor.check(() => {
    addGerman()
    write('pages/hello.yaml', page)
    write('pages/hello.de.yaml', translation)
    for (const [file, text] of Object.entries(more)) write(file, text)
  })
  const own = problems.filter(
    ({ file, line, rule }) => rule !== 'translation/missing' || line > 1 || /hello/.test(file),
  )
  return {
    problems: own.map(({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule} ${message}`),
    content,
    all: problems,
  }
}
const COMPLETE = `path: /hallo\n${pairs(...TEXTS)}`

describe('a page with a translation', () => {
  it('is published in that language, with its own address, language and texts', async () => {
    const { problems, content } = await check(COMPLETE)
    expect(problems).toEqual([])
    const [, german] = content ? listLanguageVersions(content) : []
    const route = german?.routes.find(({ path }) => path === '/de/hallo')
    expect(route).toMatchObject({ title: 'Hallo zusammen', entry: { file: 'harbor/pages/hello.de.yaml' } })
    expect(german?.routes.map(({ path }) => path)).toEqual(['/de/hallo'])
    expect(german?.content.site.language).toBe('de')
    // Labels with the standard text are translated, others are not.
    expect(german?.content.site.labels).toMatchObject({ languages: 'Sprache', menu: 'Chart' })
  })

  it('links to pages in the same language and, if there are none, to the source', async () => {
    const { content } = await check(COMPLETE.replace('/blog)."', '/hello)."'))
    const [, german] = content ? listLanguageVersions(content) : []
    expect(german?.pages.get('/de/hallo')?.().view.sections[1]).toMatchObject({
      heading: 'Hallo, Welt',
      text: 'Lesen Sie zuerst [unsere Artikel](/de/hallo).',
      actions: [{ label: 'Hallo sagen', to: '/contact' }],
    })
    expect(german && createSiteView(german.content).frontPage).toBe('/')
    expect(german?.pages.get('/de/hallo')?.().meta.structured).toMatchObject([
      { itemListElement: [{ item: 'https://harborandpine.example/' }, { name: 'Hallo zusammen' }] },
    ])
  })

  it('has an address that links, redirects and published.yaml can name', async () => {
    const { problems } = await check(COMPLETE, PAGE.replace('(/blog)', '(/de/hallo)'), {
      'redirects.yaml': '/old: /de/hallo\n/de/old: /de/halo\n/de/hallo: /hello\n',
      'published.yaml': '- /de/hallo\n- /de/weg\n',
    })
    expect(problems.filter((problem) => !problem.includes('translation/'))).toEqual([
      expect.stringMatching(/published\.yaml:2:3 address\/vanished .*\/de\/weg/),
      expect.stringMatching(/redirects\.yaml:2:10 link\/dead .*\/de\/halo/),
      expect.stringMatching(/redirects\.yaml:3:1 redirect\/taken .*\/de\/hallo/),
    ])
    const { content } = await check(COMPLETE)
    expect(content && listUnrecordedAddresses('', content)).toContain('/de/hallo')
  })

  it('also lists entries that have no page in the language, with links to their source pages', async () => {
    const lists = `  - { type: services, heading: Bread }
  - { type: articles, from: blog }
  - { type: jobs, heading: Jobs, empty: None }
  - { type: hours, heading: Hours }
  - { type: people, heading: People }
`
    const { content } = await check('fallback: source\n', PAGE + lists, {
      'services/ad-tending.de.yaml': 'slug: anzeigen\nfallback: source\n',
    })
    const versions = content ? listLanguageVersions(content) : []
    const [source = [], german] = versions.map(({ content: { home }, pages }) => {
      const { sections = [] } = pages.get(`${home}/hello`.replace('//', '/'))?.().view ?? {}
      return JSON.stringify(sections.slice(2)).match(/(?<="path":")[^"]*/g) ?? []
    })
    expect(source).toEqual(
      expect.arrayContaining(['/services/listing-care', '/blog/ceilings-for-ads', '/careers/listing-keeper']),
    )
    expect(german).toEqual(source.map((link) => link.replace(/^.*ad-tending$/, '/de/services/anzeigen')))
    const menus = versions.map((version) => createSiteView(version.content).navigation.links)
    expect(menus[1]?.map(({ links }) => links?.length)).toEqual(menus[0]?.map(({ links }) => links?.length))
    rmSync(path.join(harbor.content, 'services/ad-tending.de.yaml'))
  })

  it('names all its languages on each of them, in the sitemap, and in links to the same page', async () => {
    const { content } = await check(COMPLETE)
    const [source, german] = content ? listLanguageVersions(content) : []
    const alternates = [source, german].map((version) => {
      const route = version?.routes.find(({ path }) => path === '/hello' || path === '/de/hallo')
      return version && route && createPageMeta(route, version.content).alternates
    })
    expect(alternates[0]?.map(({ language, url }) => `${language} ${url.replace(/^https:\/\/[^/]*/, '')}`)).toEqual([
      'en-US /hello',
      'de /de/hallo',
    ])
    expect(alternates[1]).toEqual(alternates[0])
    expect(source?.pages.get('/hello')?.().view.sections[0]).toEqual({
      type: 'languages',
      pages: [{ language: 'de', name: 'Deutsch', path: '/de/hallo' }],
    })
    const sitemap = content && renderTextFiles(listLanguageVersions(content)).find(({ file }) => file === 'sitemap.xml')
    expect(sitemap?.text.match(/hreflang="de" href="[^"]*\/de\/hallo"/g)).toHaveLength(2)
  })

  it('is not published if a text is missing, unless it falls back to the source', async () => {
    const { problems, content } = await check(`path: /hallo\n${pairs(...TEXTS.slice(0, -1))}`)
    expect(problems).toEqual([
      'harbor/pages/hello.yaml:8:24 translation/missing this text has no translation into "de"',
    ])
    expect(content?.translatedPages.size).toBe(0)
    const fallback = await check(`path: /hallo\nfallback: source\n${pairs(...TEXTS.slice(0, -1))}`)
    expect([...(fallback.content?.translatedPages.keys() ?? [])]).toEqual(['/hello', '/de/hallo'])
  })

  it('stays published with the old translation if its source changes, which is reported', async () => {
    const { problems, content } = await check(COMPLETE, PAGE.replace('Hello, world', 'Hello, everybody'))
    expect(problems).toEqual([
      'harbor/pages/hello.de.yaml:7:11 translation/outdated the source of this translation has changed',
    ])
    const [, german] = content ? listLanguageVersions(content) : []
    expect(german?.pages.get('/de/hallo')?.().view.sections[1]).toMatchObject({ heading: 'Hallo, Welt' })
  })
})

describe('the addresses of folders', () => {
  const replaceIn = (file: string, old: string, text: string) => write(file, read(file).replaceAll(old, text))

  it.each([
    ['those of the source', 'texts: []\n', '/de/bread/ad-tending'],
    ['those of the translation', 'addresses: { services: /brot }\n', '/de/brot/ad-tending'],
  ])('are %s, and links with the addresses of the source lead there', async (_which, translation, address) => {
    const { problems, content } = await harbor.check(() => {
      addGerman()
      for (const file of ['site.yaml', 'blog/ceilings-for-ads.md', 'blog/photograph-with-a-hand.md'])
        replaceIn(file, '/services/', '/bread/')
      write('site.yaml', `${read('site.yaml')}\naddresses: { services: /bread }\n`)
      write('site.de.yaml', translation)
      write('services/ad-tending.de.yaml', 'fallback: source\n')
      write('pages/hello.yaml', PAGE.replace('(/blog)', '(/bread/listing-care)'))
      write('pages/hello.de.yaml', COMPLETE.replaceAll('(/blog)', '(/bread/listing-care)'))
      replaceIn('pages/hello.yaml', '/contact', '/bread/ad-tending')
    })
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const [, german] = content ? listLanguageVersions(content) : []
    expect(german?.pages.get('/de/hallo')?.().view.sections[1]).toMatchObject({
      text: 'Lesen Sie zuerst [unsere Artikel](/bread/listing-care).',
      actions: [{ to: address }],
    })
    for (const file of ['site.de.yaml', 'services/ad-tending.de.yaml']) rmSync(path.join(harbor.content, file))
  })
})

describe('a mistake in a translation', () => {
  it('is reported at its place in the translation', async () => {
    const long = `Hallo ${'sehr '.repeat(20)}lange`
    const { problems, content } = await check(COMPLETE.replace('"Hallo zusammen"', JSON.stringify(long)))
    expect(problems).toEqual([expect.stringMatching(/^harbor\/pages\/hello\.de\.yaml:4:9 schema\/size /)])
    expect(content).toBeUndefined()
    const unknown = await check(COMPLETE.replace('Hallo, Welt', 'Hallo, {wlet}'))
    expect(unknown.problems).toEqual([expect.stringMatching(/^harbor\/pages\/hello\.de\.yaml:8:9 fact\/unknown /)])
    const dead = await check(COMPLETE.replace('(/blog)."', '(/blgo)."'))
    expect(dead.problems).toContainEqual(expect.stringMatching(/^harbor\/pages\/hello\.de\.yaml:10:9 link\/dead /))
  })

  it('is reported at its place in the source if a text there does not fit the translation', async () => {
    const { problems } = await check(COMPLETE, PAGE.replace('/contact', '/blog/ceilings-for-ads#the-sum'), {
      'blog/ceilings-for-ads.de.md': '---\nfallback: source\nbody: "000000000000"\n---\n\n## Die Summe\n',
    })
    expect(problems.filter((problem) => problem.includes('link/'))).toEqual([
      expect.stringMatching(/^harbor\/pages\/hello\.yaml:8:39 link\/dead-anchor in "de": there is no #the-sum /),
    ])
  })

  it('is reported if it is in the file itself', async () => {
    expect((await check(`slug: hallo\n${pairs(...TEXTS)}`)).problems).toEqual([
      expect.stringMatching(/^harbor\/pages\/hello\.de\.yaml:1:1 schema\/unknown-key /),
    ])
    expect((await check(`path: hallo\n${pairs(...TEXTS)}`)).problems).toEqual([
      expect.stringMatching(/^harbor\/pages\/hello\.de\.yaml:1:7 schema\//),
    ])
  })

  it('may name the translated heading to which a link leads', async () => {
    const linked = (name: string) => (text: string) => text.replace('/blog', `/blog#${name}`)
    const german = TEXTS.map(([from, to]): [string, string] => [linked('new')(from), linked('neu')(to)])
    const { all } = await check(`path: /hallo\n${pairs(...german)}`, linked('new')(PAGE))
    expect(all.filter(({ rule }) => rule === 'translation/incomplete')).toEqual([])
  })

  it('is reported if it loses a fact or a link, or translates a text that does not exist', async () => {
    const { problems } = await check(
      `path: /hallo\n${pairs(...TEXTS.slice(0, 3), [TEXTS[3]?.[0] ?? '', 'Lesen Sie zuerst.'], ...TEXTS.slice(4), ['Gone', 'Weg'])}`,
    )
    expect(problems).toEqual([
      'harbor/pages/hello.de.yaml:10:9 translation/incomplete the translation lacks /blog',
      'harbor/pages/hello.de.yaml:13:11 translation/unused the source does not contain this text',
    ])
  })

  it('is reported if two pages have the same address', async () => {
    const { problems } = await harbor.check(() => {
      addGerman()
      for (const name of ['hello', 'again']) {
        write(`pages/${name}.yaml`, PAGE.replace('/hello', `/${name}`).replace('Hello there', `Hello ${name}`))
        write(
          `pages/${name}.de.yaml`,
          COMPLETE.replace('Hello there', `Hello ${name}`).replace('Hallo zus', `${name} zus`),
        )
      }
    })
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { file: 'harbor/pages/hello.de.yaml', line: 1, column: 7, rule: 'translation/address' },
    ])
    rmSync(path.join(harbor.content, 'pages/again.yaml'))
    rmSync(path.join(harbor.content, 'pages/again.de.yaml'))
  })

  it('is reported if the language or the source does not exist', async () => {
    const { problems } = await harbor.check(() => {
      addGerman()
      write('pages/hello.de.yaml', COMPLETE)
      write('pages/home.fr.yaml', 'texts: []\n')
    })
    expect(problems.filter(({ rule }) => rule !== 'translation/missing')).toMatchObject([
      { file: 'harbor/pages/hello.de.yaml', rule: 'translation/unused' },
      { file: 'harbor/pages/home.fr.yaml', rule: 'file/unplaced', help: expect.stringContaining('languages: [fr]') },
    ])
  })
})

describe('a translated article', () => {
  const SOURCE = 'blog/ceilings-for-ads.md'
  const bodyOf = (text: string) =>
    text
      .split(/^---\n/m)
      .slice(2)
      .join('---\n')

  it('is outdated when the Markdown of its source changes', async () => {
    const load = (change: (text: string) => string) =>
      harbor.check(() => {
        addGerman()
        const text = read(SOURCE)
        write(
          'blog/ceilings-for-ads.de.md',
          `---\nbody: ${fingerprintMarkdown(bodyOf(text))}\n---\n\nEin kurzer Text.\n`,
        )
        write(SOURCE, change(text))
      })
    const outdated = async (change: (text: string) => string) =>
      (await load(change)).problems.filter(({ rule }) => rule === 'translation/outdated')
    expect(await outdated((text) => text)).toEqual([])
    expect(await outdated((text) => `${text}\nOne more line.\n`)).toMatchObject([
      {
        file: 'harbor/blog/ceilings-for-ads.de.md',
        line: 2,
        column: 7,
        help: expect.stringContaining('run site translate de blog/ceilings-for-ads --accept'),
      },
    ])
  })
})

describe('a file without a page', () => {
  it('needs a translation only if a translated page may show it', async () => {
    /** Lists the files that the check and `site translate` ask for, besides those that every page may show. */
    const listNeeded = async (...pages: string[]) => {
      const { problems } = await harbor.check(() => {
        addGerman()
        for (const page of pages)
          write(page, page.endsWith('.md') ? '---\nfallback: source\n---\n' : 'fallback: source\n')
      })
      const asked = problems.filter(({ message }) => message.startsWith('no text of this file')).map(({ file }) => file)
      const written = await writeTranslations(harbor.content, 'de', [], { dryRun: true })
      const translated = written.map(({ file }) => file.replace('.de.', '.'))
      expect(translated).toEqual(expect.arrayContaining(asked))
      for (const page of pages) rmSync(path.join(harbor.content, page))
      const always = ['facts', 'site', 'people/astrid-lund', 'people/silas-pine', 'places/loft']
      expect(asked).toEqual(expect.arrayContaining(always.map((name) => `harbor/${name}.yaml`)))
      return asked
        .map((file) => file.slice('harbor/'.length, -'.yaml'.length))
        .filter((name) => !always.includes(name))
        .sort()
    }
    expect(await listNeeded()).toEqual([])
    // The dialog of a button contains the form.
    expect(await listNeeded('services/ad-tending.de.yaml')).toEqual(['forms/contact', 'testimonials/abel-rope'])
    expect(await listNeeded('pages/careers.de.yaml')).toEqual(['forms/general-resume'])
    expect(await listNeeded('jobs/listing-keeper.de.md')).toEqual(['forms/job-application'])
    expect(await listNeeded('pages/contact.de.yaml')).toEqual(['forms/contact'])
    expect(await listNeeded('pages/home.de.yaml')).toEqual(expect.arrayContaining(['faqs/home', 'forms/contact']))
  })
})

describe('site translate', () => {
  it('writes all texts in the order of the source, and keeps translations, comments and unused pairs', async () => {
    await check(`# About the greeting\n${pairs(['Gone', 'Weg'], ['Say hello', 'Hallo sagen'])}`)
    await writeTranslations(harbor.content, 'de', ['pages/hello'])
    const text = read('pages/hello.de.yaml')
    expect(text).toMatch(/^# About the greeting\n/)
    expect([...text.matchAll(/from: "?(.*?)"?$/gm)].map(([, from]) => from)).toEqual([
      'Hello there',
      expect.stringContaining('A page that says hello'),
      'Hello, world',
      'Read [our articles](/blog) first.',
      'Say hello',
      'Gone',
    ])
    expect(text).toContain('# description, at most ')
    expect(text).toContain('from: "Say hello"\n    to: "Hallo sagen"')
    const again = text
    await writeTranslations(harbor.content, 'de', [])
    expect(read('pages/hello.de.yaml')).toBe(again)
  })

  it('lists no values that are the same in all languages, such as time zones, regions and postal codes', async () => {
    const place = `name: The mill
address: { street: 1 Mill Lane, postcode: SW1A 1AA, locality: Millport, region: ME, country: US }
timeZone: America/New_York
hours: []
`
    await check(COMPLETE, PAGE, { 'places/mill.yaml': place })
    await writeTranslations(harbor.content, 'de', ['places/mill'])
    const texts = [...read('places/mill.de.yaml').matchAll(/from: "?(.*?)"?$/gm)].map(([, from]) => from)
    expect(texts).toEqual(['The mill', '1 Mill Lane', 'Millport'])
    for (const file of ['places/mill.yaml', 'places/mill.de.yaml']) rmSync(path.join(harbor.content, file))
  })

  it('lists labels of the calendar and of measurement services only if the site has these', async () => {
    const listLabels = async (more: string) => {
      const site = read('site.yaml').replace(/^(?:scheduling|measurement):.*\n(?: .*\n)*/gm, '')
      await harbor.check(() => write('site.yaml', `${site}\n${more}`))
      const file = findSingleFile((await checkSaved(harbor.content)).parsed.files, 'site')
      const required = file ? listTranslatableTexts(file, 'fr').filter(({ isRequired }) => isRequired) : []
      return required
        .map(({ path }) => path.join('.'))
        .filter((label) => /^labels\.(?:booking|measure|menu)/.test(label))
    }
    expect(await listLabels('')).toEqual(['labels.menu'])
    const all = await listLabels(`measurement: [{ provider: plausible, domain: a.example }]
scheduling: { script: https://calendar.example/a.js, url: https://calendar.example/a, global: Calendar }
`)
    expect(all).toEqual(expect.arrayContaining(['labels.bookingLoad', 'labels.measurementQuestion', 'labels.menu']))
  })

  it('takes translations from other files, and marks named files as up to date with --accept', async () => {
    await check(COMPLETE, PAGE.replace('Hello, world', 'Hello, everybody'))
    write('pages/again.yaml', PAGE.replace('/hello', '/again'))
    await writeTranslations(harbor.content, 'de', ['pages/again'])
    expect(read('pages/again.de.yaml')).toContain('to: Hallo sagen')
    await writeTranslations(harbor.content, 'de', ['pages/hello'], { accept: true })
    expect(read('pages/hello.de.yaml')).toContain('from: "Hello, everybody"\n    to: "Hallo, Welt"')
    rmSync(path.join(harbor.content, 'pages/again.yaml'))
    rmSync(path.join(harbor.content, 'pages/again.de.yaml'))
  })

  it('refuses a language that is not in site.yaml, a file that does not exist, and --accept without a file', async () => {
    await check(COMPLETE)
    await expect(writeTranslations(harbor.content, 'fr', [])).rejects.toThrow('languages: [de, fr]')
    await expect(writeTranslations(harbor.content, 'de', ['pages/helo'])).rejects.toThrow(
      'There is no content file pages/helo',
    )
    await expect(writeTranslations(harbor.content, 'de', [], { accept: true })).rejects.toThrow('Name the files')
  })
})

describe('the commands about content', () => {
  const index = async () => createContentIndex(await checkSaved(harbor.content))

  it('list the languages of an entry, with the numbers of missing and outdated texts', async () => {
    await check(COMPLETE.replace('"Hallo sagen"', '""'), PAGE.replace('Hello, world', 'Hello, everybody'))
    const items = listItems(await index(), { collection: 'pages', unused: false, today: '2026-11-30' })
    const listed = items.filter(({ name }) => name === 'pages/hello' || name === 'pages/visit')
    expect(listed.map(({ languages }) => languages)).toEqual([{ de: { missing: 1, outdated: 1 } }, undefined])
    expect(formatTable(listed)).toContain('de (1 missing, 1 outdated)')
  })

  it('find a translated text with its source, and the pages in that language', async () => {
    await check(COMPLETE)
    const usage = describeItemUsage(await index(), 'Hallo, Welt')
    expect(usage.uses.map(({ kind, file, line }) => `${kind} ${file}:${line}`)).toEqual([
      'translation harbor/pages/hello.de.yaml:8',
      'source harbor/pages/hello.yaml:6',
    ])
    expect(usage.pages).toEqual(['/de/hallo'])
    // Names of items come first.
    expect(describeItemUsage(await index(), 'pages/hello').kind).toBe('entry')
  })

  it('describe changed translations by the field, the old and the new text', async () => {
    const load = async (translation: string) => {
      await check(translation)
      const checked = await checkSaved(harbor.content)
      if (!checked.content) throw new Error('the content has errors')
      return { ...checked, content: checked.content }
    }
    const before = await load(COMPLETE.replace('"Hallo sagen"', '""').replace('path: /hallo', 'fallback: source'))
    const after = await load(COMPLETE.replace('Hallo, Welt', 'Hallo, liebe Welt'))
    expect(listContentChanges(before, after).map(formatContentChange)).toEqual([
      'harbor/pages/hello.de.yaml fallback: source → nothing',
      'harbor/pages/hello.de.yaml path: nothing → /hallo',
      'harbor/pages/hello.de.yaml sections.0.heading: Hallo, Welt → Hallo, liebe Welt',
      'harbor/pages/hello.de.yaml sections.0.actions.0.label: Say hello → Hallo sagen',
    ])
  })
})

describe('a translation in the editor', () => {
  const FILE = 'harbor/pages/hello.de.yaml'
  const load = async () => (await checkSaved(harbor.content)).parsed
  const bytes = () => readFileSync(path.join(harbor.content, 'pages/hello.de.yaml'))

  it('adds a missing pair at its place in the source, and keeps comments', async () => {
    const [title, description, , ...rest] = TEXTS
    await check(`# Uta translates this\npath: /hallo\n${pairs(title as never, description as never, ...rest)}`)
    const parsed = await load()
    const { texts } = readTranslation(parsed, FILE)
    const index = texts.findIndex(({ state }) => state === 'missing')
    const request = { file: FILE, index, source: 'Hello, world', was: '', text: 'Hallo, Welt' }
    const { files, edits } = planTranslation(parsed, bytes(), request)
    expect(edits).toMatchObject([{ kind: 'insert', path: ['texts', 2] }])
    const expected = `# Uta translates this\npath: /hallo\n${pairs(...TEXTS)}`
    expect(files[0]?.after.toString().replace(/"/g, '')).toBe(expected.replace(/"/g, ''))
    expect(() => planTranslation(parsed, bytes(), { ...request, was: 'Hallo' })).toThrow('changed in the meantime')
  })

  it('marks a translation that is still right as up to date, and changes nothing else', async () => {
    await check(COMPLETE, PAGE.replace('Hello, world', 'Hello, everybody'))
    const parsed = await load()
    const { texts } = readTranslation(parsed, FILE)
    const index = texts.findIndex(({ state }) => state === 'outdated')
    expect(texts[index]).toMatchObject({ source: 'Hello, everybody', text: 'Hallo, Welt', before: 'Hello, world' })
    const request = { file: FILE, index, source: 'Hello, everybody', was: 'Hallo, Welt', text: 'Hallo, Welt' }
    const [written] = planTranslation(parsed, bytes(), request).files
    expect(written?.after.toString()).toBe(COMPLETE.replace('Hello, world', 'Hello, everybody'))
  })

  it('creates the file of an article, and updates the fingerprint with its Markdown', async () => {
    await check(COMPLETE)
    const parsed = await load()
    const file = 'harbor/blog/ceilings-for-ads.de.md'
    const { texts } = readTranslation(parsed, file)
    const index = texts.length - 1
    const source = texts[index]?.source ?? ''
    const { edits } = planTranslation(parsed, undefined, { file, index, source, was: '', text: 'Ein *Text*.' })
    expect(edits).toEqual([
      {
        kind: 'create',
        file,
        text: expect.stringMatching(/^---\ntexts: \[\]\nbody: \w{12}\n---\n\nEin \*Text\*\.\n$/),
      },
    ])
  })
})

describe('site rename', () => {
  it('renames the translation of a file, too', async () => {
    await check(COMPLETE)
    const plan = planRename(createContentIndex(await checkSaved(harbor.content)), 'pages/hello', 'greeting')
    writeChanges(path.dirname(harbor.content), plan.changes)
    const { content } = await harbor.load()
    expect([...(content?.translatedPages.values() ?? [])][0]?.map((page) => page.path)).toEqual([
      '/greeting',
      '/de/hallo',
    ])
  })

  it('redirects the old addresses of translations that have no slug of their own', async () => {
    const rename = async (slug: string) => {
      await harbor.check(() => {
        addGerman()
        write('site.de.yaml', 'addresses:\n  blog: /notizen\n')
        write('blog/ceilings-for-ads.de.md', `---\n${slug}fallback: source\n---\n`)
      })
      const index = createContentIndex(await checkSaved(harbor.content))
      const plan = planRename(index, 'blog/ceilings-for-ads', 'limits-for-ads')
      return plan.changes.find(({ file }) => file.endsWith('redirects.yaml'))?.after ?? ''
    }
    expect(await rename('')).toContain('/de/notizen/ceilings-for-ads: /de/notizen/limits-for-ads')
    expect(await rename('slug: obergrenzen\n')).not.toContain('/de/')
  })
})
