import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createHeaderRules } from '../../cli/build/headers.ts'
import { formatRedirectsFile } from '../../cli/build/hosting/redirects.ts'
import { writeHosting } from '../../cli/build/hosting/write-hosting.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import type { ParsedFile } from '../../cli/content/parsed.ts'
import { toLocation } from '../../cli/diagnostics/location.ts'
import { checkSaved } from '../../cli/engine/load.ts'
import { getOutputFolders } from '../../cli/paths.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { checkRename } from '../../cli/refactor/check-rename.ts'
import type { ContentItem } from '../../cli/refactor/content-item.ts'
import { formatTable, listItems } from '../../cli/refactor/list-items.ts'
import { type ContentIndex, readContentIndex } from '../../cli/refactor/read-items.ts'
import { createRedirectChange, planRename, writeChanges } from '../../cli/refactor/rename.ts'
import { agency } from '../agency.ts'
import { smallPdf } from '../small-pdf.ts'

const home = mkdtempSync(path.join(tmpdir(), 'names-'))
const folder = path.join(home, 'content')
cpSync(agency, folder, { recursive: true })
afterAll(() => rmSync(home, { recursive: true, force: true }))

const TODAY = '2026-11-23'
const cache = createParseCache(path.join(home, 'cache'))
const read = () => readContentIndex(folder, { cache, edition: { today: TODAY } })
const at = (file: string) => path.join(folder, file)
/** Returns the text of every file, keyed by path. */
function listTexts(): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort()
  return new Map(names.map((name) => [name, readFileSync(at(name), 'latin1')]))
}
const original = listTexts()
const restore = () => {
  const now = listTexts()
  for (const name of now.keys()) if (!original.has(name)) rmSync(at(name))
  for (const [name, text] of original) if (now.get(name) !== text) writeFileSync(at(name), text, 'latin1')
}
const rename = (named: ContentIndex, old: string, newName: string) => {
  const plan = planRename(named, old, newName)
  writeChanges(home, plan.changes)
  return plan
}
const locationsOf = (named: ContentIndex, name: string) =>
  named.usesOf(named.find(name)).map(({ file, range }) => {
    const { line, column } = toLocation(file.text, range())
    return `${file.file}:${line}:${column}`
  })

describe('site where', () => {
  it('finds the same uses of a name as a text search', async () => {
    const named = await read()
    const lines = [...original]
      .filter(([name]) => name !== 'README.md')
      .flatMap(([name, text]) => {
        const own = Buffer.from(text, 'latin1').toString().split('\n')
        return own.map((line, index) => ({ name, line, number: index + 1 }))
      })
      .filter(({ line }) => !/^\s*#/.test(line))
    /** Returns the locations of a word between two patterns, except on lines that define it. */
    const search = (word: string, [before, after]: [string, string], except = /^$/) => {
      const pattern = new RegExp(`(?<=${before})${word}(?=${after})`, 'g')
      return lines.flatMap(({ name, line, number }) => {
        if (!line.includes(word) || except.test(`${name} ${line}`)) return []
        return [...line.matchAll(pattern)].map(({ index }) => `content/${name}:${number}:${index + 1}`)
      })
    }
    const expectedUses = ({ kind, collection, reference, address }: ContentItem): string[] => {
      if (kind === 'fact')
        return [
          ...search(reference, ['(?<!\\\\)\\{', '\\}'], /^facts\.yaml/),
          ...search(reference, ['^\\s*(?:- )?fact: ', '$']),
        ]
      const field = { testimonials: 'testimonial', faqs: 'faq', forms: 'form', services: 'service' }[collection]
      const named = field ? search(reference, [`^\\s*(?:- |(?:- )?${field}: )`, '$']) : []
      const people = collection === 'people' ? search(reference, ['\\bperson: |[[ ]', '(?=[\\],]|$)']) : []
      const listed = collection === 'articles' ? search(reference, ['^\\s*- ', '$']) : []
      const before = '\\bto: |\\]\\(|https://northshelf\\.example'
      const links = address ? search(address, [before, '[#?),\\s]|$'], /^pages\/\S+ path:/) : []
      return [...named, ...people, ...listed, ...links]
    }
    let total = 0
    for (const item of named.items.filter(({ kind }) => kind !== 'part')) {
      const locations = locationsOf(named, item.kind === 'entry' ? item.file.replace('content/', '') : item.name)
      expect([item.name, ...locations.sort()]).toEqual([item.name, ...expectedUses(item).sort()])
      total += locations.length
    }
    expect(total).toBeGreaterThan(300)
  })

  it('lists the pages on which an item appears if the item has no page of its own', async () => {
    const named = await read()
    const shown = (name: string) => named.shownOn(named.find(name))
    expect(shown('dana-coffee').pages).toEqual(['/create-brand-plan'])
    expect(shown('faqs/home').pages).toEqual(['/'])
    // site.yaml refers to the application form, which only job pages show.
    expect(shown('forms/job-application').pages).toContain('/careers/client-success-manager')
    expect(shown('forms/job-application').pages.every((page) => page.startsWith('/careers/'))).toBe(true)
    expect(shown('forms/general-resume').pages).toEqual(['/careers'])
    expect(shown('brand').everyPage).toBe(true)
  })

  it('suggests full names for an ambiguous name, and similar names for an unknown name', async () => {
    const named = await read()
    expect(() => named.find('amazon-seo')).toThrow('"amazon-seo" is ambiguous: use services/amazon-seo or')
    expect(() => named.find('dana-cofee')).toThrow('Did you mean dana-coffee?')
    const names = ['services/amazon-seo', '/services/amazon-seo#results', at('services/amazon-seo.yaml')]
    for (const name of names) expect(named.find(name).name).toBe('services/amazon-seo')
    expect(named.find('{reply-time}').name).toBe('facts/reply-time')
    expect(named.find('articles/blog/seo-on-a-budget').name).toBe('blog/seo-on-a-budget')
  })
})

/** Returns the preview server's responses for old addresses, and checks other web servers' redirect rules. */
async function fetchRedirects(addresses: readonly string[]) {
  const { content } = await checkSaved(folder, { cache, edition: { today: TODAY } })
  if (!content) throw new Error('the content has errors')
  const out = getOutputFolders(path.join(home, 'out'))
  mkdirSync(out.site, { recursive: true })
  writeHosting(out.hosting, createHeaderRules(content), content)
  const rules = ['nginx.conf', 'Caddyfile'].map((name) => readFileSync(path.join(out.hosting, name), 'utf8'))
  for (const address of addresses) {
    expect(rules[0]).toContain(`location = ${address} { return 308 "${address}-x$is_args$args"; }\n`)
    expect(rules[1]).toContain(`\t${address} 308 "${address}-x" "${address}-x?{query}"\n`)
    expect(formatRedirectsFile(content.redirects)).toContain(`${address} ${address}-x 301\n`)
  }
  const server = createPreviewServer(path.join(home, 'out'))
  const port = await listen(server, '127.0.0.1', 0)
  try {
    const responses = addresses.map(async (address) => {
      const response = await fetch(`http://127.0.0.1:${port}${address}?a=b`, { redirect: 'manual' })
      return [address, response.status, response.headers.get('location')]
    })
    return await Promise.all(responses)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

describe('site rename', () => {
  afterEach(restore)

  it('restores every byte if each entry of the agency is renamed and then renamed back', async () => {
    let named = await read()
    const problems = JSON.stringify(named.problems)
    const entries = named.items.filter(({ kind, name }) => kind === 'entry' && name !== 'pages/home')
    for (const { file, name, address } of entries) {
      const uses = new Set(named.usesOf(named.find(file.replace('content/', ''))).map((use) => use.file.file))
      const { changes, to } = rename(named, file.replace('content/', ''), `${name.split('/')[1]}-x`)
      const own = new Set([...uses, file])
      const changed = changes.map((change) => change.file).filter((name) => name !== 'content/redirects.yaml')
      expect([name, ...changed.sort()]).toEqual([name, ...[...own].sort()])
      expect(to.address).toBe(address && `${address}-x`)
      named = await read()
      expect([name, JSON.stringify(named.problems)]).toEqual([name, problems])
    }
    const addresses = entries.flatMap(({ address }) => address ?? [])
    expect(await fetchRedirects(addresses)).toEqual(addresses.map((address) => [address, 308, `${address}-x?a=b`]))
    const moved = listTexts()
    for (const { file } of entries) expect(moved.has(file.replace('content/', ''))).toBe(false)
    // Files written since the last load. An entry is reloaded only if a file that uses it is in this set.
    const written = new Set<string>()
    for (const { file } of entries.reverse()) {
      const [, from = '', ending = ''] = /^content\/(.*)(\.\w+)$/.exec(file) ?? []
      const uses = named.usesOf(named.find(`${from}-x${ending}`))
      if (uses.some((use) => written.has(use.file.file))) {
        named = await read()
        written.clear()
      }
      const { changes, redirected } = rename(named, `${from}-x${ending}`, from)
      expect([file, redirected]).toEqual([file, false])
      for (const change of changes) written.add(change.file)
    }
    // Renaming an entry back leaves no redirect.
    expect(listTexts()).toEqual(original)
  })

  it('preserves line endings, quotes, comments, anchors and query strings', async () => {
    appendFileSync(
      at('blog/walmart-vs-amazon.md'),
      '\r\n[budget](/blog/seo-on-a-budget?from=x#top "/blog/seo-on-a-budget") \r\n\r\nhttps://northshelf.example/blog/seo-on-a-budget and `/blog/seo-on-a-budget`, {reply-time} `{reply-time}` \\{reply-time}',
    )
    const before = readFileSync(at('blog/walmart-vs-amazon.md'), 'utf8')
    rename(await read(), 'seo-on-a-budget', 'cheap-seo')
    rename(await read(), 'reply-time', 'facts/answered-within')
    const after = readFileSync(at('blog/walmart-vs-amazon.md'), 'utf8')
    expect(after.slice(after.lastIndexOf('\r\n[budget]'))).toBe(
      '\r\n[budget](/blog/cheap-seo?from=x#top "/blog/seo-on-a-budget") \r\n\r\nhttps://northshelf.example/blog/cheap-seo and `/blog/seo-on-a-budget`, {answered-within} `{reply-time}` \\{reply-time}',
    )
    expect((await read()).problems).toEqual([])
    rename(await read(), '/blog/cheap-seo', '/blog/seo-on-a-budget')
    rename(await read(), 'answered-within', 'reply-time')
    expect(readFileSync(at('blog/walmart-vs-amazon.md'), 'utf8')).toBe(before)
  })

  it('updates only the links to the renamed entry in an FAQ answer that contains several links', async () => {
    const file = at('faqs/home.yaml')
    const written = (name: string) =>
      `"\\\\[x](/services/amazon-seo#top), [/services/amazon-seo](/services) and\n      [*{reply-time}*](/services/${name}#top)." # /services/amazon-seo`
    const answer = /(?<=answer: )>-\n(?: {6}.*\n)+/
    writeFileSync(file, readFileSync(file, 'utf8').replace(answer, `${written('amazon-seo')}\n`))
    rename(await read(), 'services/amazon-seo', 'found-first')
    expect(readFileSync(file, 'utf8')).toContain(written('found-first'))
  })

  it('updates the name of a fact in fields but not in comments', async () => {
    const file = at('testimonials/dana-coffee.yaml')
    const quote = 'quote: "A plan {plan-within} later, {plan-within}." # not {plan-within}\n'
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^quote:.*\n(?: .*\n)*/m, quote))
    rename(await read(), 'plan-within', 'plan-after')
    expect(readFileSync(file, 'utf8')).toContain('"A plan {plan-after} later, {plan-after}." # not {plan-within}\n')
  })

  it('can change the path of a page and move an article to another folder', async () => {
    rename(await read(), '/distribution', '/retail/distribution')
    expect(listTexts().has('pages/distribution.yaml')).toBe(true)
    rename(await read(), '/about', '/about-us')
    expect(listTexts().has('pages/about-us.yaml')).toBe(true)
    rename(await read(), 'seo-on-a-budget', 'insights/seo-on-a-budget')
    expect((await read()).problems).toEqual([])
    rename(await read(), 'pages/home', 'front')
    const named = await read()
    expect(named.problems).toEqual([])
    expect(named.find('pages/front').address).toBe('/')
  })

  it('renames an image and all references to it', async () => {
    mkdirSync(at('images'))
    writeFileSync(at('images/old one.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    appendFileSync(at('testimonials/dana-coffee.yaml'), 'image: "old one.svg" # face\n')
    appendFileSync(at('blog/walmart-vs-amazon.md'), '\n![Nine](<../images/old one.svg>)\n')
    rename(await read(), 'old one.svg', 'new.svg')
    expect(readFileSync(at('testimonials/dana-coffee.yaml'), 'utf8')).toContain('image: "new.svg" # face\n')
    expect(readFileSync(at('blog/walmart-vs-amazon.md'), 'utf8')).toContain('\n![Nine](<../images/new.svg>)\n')
    expect((await read()).problems).toEqual([])
  })

  it('updates the links to a renamed download, and redirects its old address', async () => {
    mkdirSync(at('files'))
    for (const name of ['rates.pdf', 'spare.pdf']) writeFileSync(at(`files/${name}`), smallPdf(name))
    appendFileSync(
      at('blog/walmart-vs-amazon.md'),
      '\n[Rates](../files/rates.pdf) or [rates](/files/rates.pdf#page=1)\n',
    )
    const named = await read()
    for (const name of ['files/rates.pdf', '/files/rates.pdf', 'rates.pdf']) {
      const item = named.find(name)
      expect(named.usesOf(item).map(({ kind }) => kind)).toEqual(['document', 'document'])
      expect(named.shownOn(item).pages).toEqual(['/blog/walmart-vs-amazon'])
    }
    const unused = listItems(named, { collection: 'files', unused: true, today: '2026-01-01' })
    expect(unused).toMatchObject([{ kind: 'document', name: 'files/spare.pdf', address: '/files/spare.pdf' }])
    expect(() => planRename(named, 'rates.pdf', 'rates.zip')).toThrow('end it with .pdf')
    rename(named, 'rates.pdf', 'rates-2027.pdf')
    expect(readFileSync(at('blog/walmart-vs-amazon.md'), 'utf8')).toContain(
      '\n[Rates](../files/rates-2027.pdf) or [rates](/files/rates-2027.pdf#page=1)\n',
    )
    expect(readFileSync(at('redirects.yaml'), 'utf8')).toBe('/files/rates.pdf: /files/rates-2027.pdf\n')
    expect((await read()).problems).toEqual([])
  })

  it.each([
    ['dana-coffee', 'sana-tea', 'testimonials/sana-tea already exists'],
    ['dana-coffee', 'Dana Coffee', 'Did you mean dana-coffee?'],
    ['dana-coffee', 'dana-coffee', 'The item is already called testimonials/dana-coffee'],
    ['dana-coffee', 'faqs/dana-coffee', 'The entry must stay in testimonials'],
    ['privacy', 'share', 'No page can have the address /share'],
    ['privacy', 'thanks', 'the relay uses it'],
    ['pages/terms', '/careers/e-commerce-data-analyst', 'is already used by content/jobs/e-commerce-data-analyst.md'],
    ['services/amazon-seo', '/solutions/listing', 'Only the last part of the address'],
    ['pages/home', '/start', 'The address of the front page cannot change'],
    ['reply-time', 'salary', 'is a placeholder'],
    ['reply-time', 'brand', '{brand} comes from "name"'],
    ['dialogs/contact', 'talk', 'is defined in site.yaml'],
  ])('refuses to rename %s to %s', async (old, newName, why) => {
    const named = await read()
    expect(() => planRename(named, old, newName)).toThrow(why)
  })

  it('refuses to rename an entry if a reference contains an escape sequence or the content has errors', async () => {
    const page = readFileSync(at('pages/create-brand-plan.yaml'), 'utf8')
    writeFileSync(at('pages/create-brand-plan.yaml'), page.replace('- dana-coffee', '- "dana\\u002dcoffee"'))
    const escaped = await read()
    expect(() => planRename(escaped, 'dana-coffee', 'x')).toThrow(
      /Change these by hand: content\/pages\/create-brand-plan\.yaml:64:9/,
    )
    writeFileSync(at('pages/create-brand-plan.yaml'), page.replace('- dana-coffee', '- dana'))
    const broken = await read()
    expect(() => planRename(broken, 'sana-tea', 'x')).toThrow('The content has errors')
  })

  it('is refused before anything is written if it would cause an error', async () => {
    const named = await read()
    const plan = planRename(named, 'dana-coffee', 'dana-tea')
    await checkRename(named, plan)
    const incomplete = plan.changes.filter(({ file }) => file !== 'content/pages/create-brand-plan.yaml')
    await expect(checkRename(named, { ...plan, changes: incomplete })).rejects.toThrow(
      /^testimonials\/dana-coffee was not renamed to testimonials\/dana-tea, .* content\/pages\/create-brand-plan\.yaml:64:/,
    )
  })

  it('adds a redirect to the new address, and updates redirects that point to the old address', async () => {
    const { parsed, ...named } = await read()
    writeFileSync(at('redirects.yaml'), '/older: /old # 2019\n')
    const single = { ...parsed.files[0], collection: undefined, slug: 'redirects' } as ParsedFile
    const change = createRedirectChange({ ...named, parsed: { ...parsed, files: [single] } }, '/old', '/new')
    expect(change?.after).toBe('/older: /new # 2019\n/old: /new\n')
  })

  it('leaves all files unchanged if one of them cannot be written', async () => {
    const { changes } = planRename(await read(), 'forms/contact', 'message')
    expect(changes.length).toBeGreaterThan(1)
    // Creates a file with the new name after the rename was planned.
    writeFileSync(at('forms/message.yaml'), '')
    expect(() => writeChanges(home, changes)).toThrow('No file was changed.')
    rmSync(at('forms/message.yaml'))
    expect(listTexts()).toEqual(original)
  })
})

describe('site list', () => {
  afterEach(restore)

  it('lists unused items that have no page of their own', async () => {
    const unused = async () =>
      listItems(await read(), { collection: undefined, unused: true, today: TODAY }).map(({ name }) => name)
    const before = await unused()
    const quote = readFileSync(at('testimonials/dana-coffee.yaml'), 'utf8')
    writeFileSync(at('testimonials/nobody.yaml'), quote)
    appendFileSync(at('facts.yaml'), 'never-said: 12 hats\n')
    expect((await unused()).filter((name) => !before.includes(name))).toEqual([
      'testimonials/nobody',
      'facts/never-said',
    ])
  })

  it('shows the state of each item in a table that fits the width of the terminal', async () => {
    const file = at('blog/seo-on-a-budget.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('---\n', '---\ndraft: true\n'))
    const named = await read()
    const items = listItems(named, { collection: undefined, unused: false, today: TODAY })
    const text = stripVTControlCharacters(formatTable(items))
    for (const { title } of items) expect(text).toContain(title)
    for (const columns of [80, 60, 48])
      expect(
        stripVTControlCharacters(formatTable(items, columns))
          .split('\n')
          .filter((line) => line.length > columns),
      ).toEqual([])
    expect(text).toMatch(/^ {2}seo-on-a-budget .*draft/m)
    expect(() => listItems(named, { collection: 'servces', unused: false, today: TODAY })).toThrow(
      'Did you mean services?',
    )
  })
})
