import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseDocument, stringify, type YAMLMap, type YAMLSeq } from 'yaml'
import { writeTranslations } from '../../cli/commands/translate.ts'
import { createParseCache } from '../../cli/content/parse-cache.ts'
import { checkSaved } from '../../cli/engine/load.ts'
import { projectRoot } from '../../cli/paths.ts'
import { createContentIndex } from '../../cli/refactor/read-items.ts'
import { planRename, writeChanges } from '../../cli/refactor/rename.ts'
import { createRandom } from '../random.ts'

const EDITS = 200
const WORDS = 'bread oven flour morning river boat harbor lamp table window garden letter'.split(' ')

const folder = mkdtempSync(path.join(tmpdir(), 'stale-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const content = path.join(folder, 'content')
const fileOf = (name: string) => path.join(content, name)
const read = (name: string) => readFileSync(fileOf(name), 'utf8')

interface Section {
  type: 'hero'
  heading: string
  text: string
  actions: { label: string; to: string }[]
}
interface Source {
  name: string
  /** Undefined for pages, which have no Markdown. */
  body?: string
  fields: { title: string; description?: string; sections?: Section[]; takeaways?: string[] }
  /** The texts with a translation, as they were when it was written. */
  translated: Set<string>
  translatedBody?: string | undefined
  /** The text edits since the translation was completed; undefined after any other edit. */
  changes: { from: string; to: string }[] | undefined
}

const random = createRandom(57)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const words = (count = 1 + Math.floor(random() * 6)) => Array.from({ length: count }, () => pick(WORDS)).join(' ')
const createSection = (): Section => ({
  type: 'hero',
  heading: words(),
  text: words(12),
  actions: Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({ label: words(2), to: '/' })),
})

const pages = ['one', 'two', 'three'].map((slug): Source => {
  const fields = {
    path: `/${slug}`,
    title: words(3),
    description: words(9),
    sections: [createSection(), createSection()],
  }
  return { name: `pages/${slug}`, fields, translated: new Set(), changes: [] }
})
const article: Source = {
  name: 'blog/article',
  fields: { title: words(4), takeaways: [words(5), words(5), words(5)] },
  body: words(30),
  translated: new Set(),
  changes: [],
}
const sources = [...pages, article]
const sourceFile = ({ name, body }: Source) => name + (body === undefined ? '.yaml' : '.md')
const translationFile = ({ name, body }: Source) => name + (body === undefined ? '.de.yaml' : '.de.md')

const listTexts = ({ fields }: Source): string[] => {
  const sections = (fields.sections ?? []).flatMap(({ heading, text, actions }) => [
    heading,
    text,
    ...actions.map(({ label }) => label),
  ])
  return [fields.title, fields.description, ...sections, ...(fields.takeaways ?? [])].filter(
    (text) => text !== undefined,
  )
}

/** Writes a source in one of many equivalent forms. */
function writeSource(source: Source): void {
  const form = {
    lineWidth: pick([0, 40, 80]),
    defaultStringType: pick(['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'] as const),
  }
  const yaml = `${random() < 0.3 ? '# A comment\n' : ''}${stringify(source.fields, form)}`
  const whole = source.body === undefined ? yaml : `---\n${yaml}---\n${source.body}\n${random() < 0.3 ? '\n' : ''}`
  writeFileSync(fileOf(sourceFile(source)), random() < 0.2 ? whole.replaceAll('\n', '\r\n') : whole)
}

/** Changes the pairs of a translation. */
function changePairs(source: Source, change: (pairs: YAMLMap[]) => YAMLMap[], lineWidth = 100): void {
  const file = translationFile(source)
  const [, before = '', yaml = '', rest = ''] = /^(---\n)?([\s\S]*?)(---\n[\s\S]*)?$/.exec(read(file)) ?? []
  const [, fields = yaml, body = rest] = before ? (/^([\s\S]*?)(---\n[\s\S]*)$/.exec(yaml + rest) ?? []) : []
  const document = parseDocument(fields)
  const list = document.get('texts') as YAMLSeq
  list.items = change(list.items as YAMLMap[])
  writeFileSync(fileOf(file), before + document.toString({ lineWidth }) + body)
}

/** Completes a translation as a person would: `site translate`, then every text that is missing. */
async function complete(source: Source): Promise<void> {
  await writeTranslations(content, 'de', [source.name], { accept: true })
  const texts = new Set(listTexts(source))
  changePairs(source, (pairs) => {
    for (const pair of pairs) if (pair.get('to') === '') pair.set('to', `Deutsch: ${pair.get('from')}`)
    return pairs.filter((pair) => texts.has(String(pair.get('from'))))
  })
  if (source.body !== undefined) {
    const text = read(translationFile(source))
    if (!text.includes('Ein Text')) writeFileSync(fileOf(translationFile(source)), `${text}\nEin Text.\n`)
    source.translatedBody = source.body
  }
  source.translated = texts
  source.changes = []
}

const swap = (list: unknown[]) =>
  void (list.length > 1 && list.push(...list.splice(Math.floor(random() * (list.length - 1)), 1)))
const removeOne = (list: unknown[]) => void (list.length > 1 && list.splice(Math.floor(random() * list.length), 1))

/** Edits of a source. They return the text that they change. */
const sourceEdits: Record<string, (source: Source) => { from: string; to: string } | undefined> = {
  'a text changes': ({ fields }) => {
    const from = fields.title
    fields.title = words(3)
    return { from, to: fields.title }
  },
  'a text in a section changes': ({ fields }) => {
    const section = pick(fields.sections ?? [])
    if (!section) return undefined
    const from = section.text
    section.text = random() < 0.5 ? words(12) : `${from.replace(/\w+$/, '')}${pick(WORDS)}`
    return { from, to: section.text }
  },
  'a label changes': ({ fields }) => {
    const action = pick(pick(fields.sections ?? [])?.actions ?? [])
    if (!action) return undefined
    const from = action.label
    action.label = words(2)
    return { from, to: action.label }
  },
  'a section moves': ({ fields }) => void swap(fields.sections ?? []),
  'an item moves': ({ fields }) => void swap(fields.takeaways ?? pick(fields.sections ?? []).actions),
  'a section is added': ({ fields }) => void fields.sections?.splice(Math.floor(random() * 3), 0, createSection()),
  'an item is added': ({ fields }) =>
    void (fields.takeaways
      ? fields.takeaways.push(words(5))
      : pick(fields.sections ?? []).actions.push({ label: words(2), to: '/' })),
  'a section is removed': ({ fields }) => removeOne(fields.sections ?? []) as undefined,
  'an item is removed': ({ fields }) => removeOne(fields.takeaways ?? pick(fields.sections ?? []).actions) as undefined,
  'an address changes': ({ fields }) => {
    for (const { actions } of fields.sections ?? [])
      for (const action of actions) action.to = pick(['/', '/one', '/two'])
    return undefined
  },
  'the Markdown changes': (source) => {
    if (source.body !== undefined) source.body = words(30)
    return undefined
  },
}
const KEEPING = ['an address changes', 'a section moves', 'an item moves', 'the Markdown changes']

/** Edits of a translation by hand. */
const translationEdits: Record<string, (source: Source) => void> = {
  'a translation is corrected': (source) =>
    changePairs(source, (pairs) => {
      const pair = pick(pairs)
      pair.set('to', `${pair.get('to')}, besser`)
      return pairs
    }),
  'pairs are reordered': (source) =>
    changePairs(source, (pairs) => [...pairs].sort((a, b) => (String(a.get('to')) < String(b.get('to')) ? -1 : 1))),
  'lines are wrapped': (source) => changePairs(source, (pairs) => pairs, 30),
  'a comment is added': (source) =>
    changePairs(source, (pairs) => {
      pick(pairs).comment = ' Checked by Uta'
      return pairs
    }),
  'a pair is removed': (source) =>
    changePairs(source, (pairs) => {
      const [removed] = pairs
      source.translated.delete(String(removed?.get('from')))
      return pairs.slice(1)
    }),
}

const cache = createParseCache(path.join(folder, 'cache'))
const load = () => checkSaved(content, { cache })
const sorted = (texts: Iterable<string | undefined>) => [...texts].map(String).sort()

describe('staleness of translations', () => {
  it(`is reported for exactly the texts whose source changed, in ${EDITS} random edits`, async () => {
    for (const name of ['pages', 'blog']) mkdirSync(fileOf(name), { recursive: true })
    cpSync(path.join(projectRoot, 'tests/sites/harbor/site.yaml'), fileOf('site.yaml'))
    writeFileSync(fileOf('site.yaml'), read('site.yaml').replace(/^language: .*$/m, '$&\nlanguages: [de]'))
    for (const source of sources) {
      writeSource(source)
      await complete(source)
    }
    const counts = { outdated: 0, missing: 0, unused: 0, renamed: 0 }
    for (let edit = 0; edit < EDITS; edit += 1) {
      const source = pick(sources)
      const isRename = random() < 0.08
      const edits = random() < 0.75 ? sourceEdits : translationEdits
      const name = isRename ? 'the file is renamed' : pick(Object.keys(edits))
      if (isRename) {
        const to = `${words(1)}-${edit}`
        // The folder lacks other files that a site needs.
        const index = { ...createContentIndex(await load()), problems: [] }
        writeChanges(folder, planRename(index, source.name, to).changes)
        source.name = source.name.replace(/[^/]*$/, to)
        counts.renamed += 1
      } else if (edits === sourceEdits) {
        const change = sourceEdits[name]?.(source)
        if (change) source.changes?.push(change)
        else if (!KEEPING.includes(name)) source.changes = undefined
        writeSource(source)
      } else {
        translationEdits[name]?.(source)
        // Changed texts are found between unchanged neighbors, so their order matters.
        if (['a pair is removed', 'pairs are reordered'].includes(name)) source.changes = undefined
      }
      const { problems } = await load()
      for (const other of sources) {
        const own = problems.filter(({ file }) =>
          [sourceFile(other), translationFile(other)].some((known) => file === `content/${known}`),
        )
        const isBody = ({ message }: { message: string }) => message.includes('Markdown')
        const found = (rule: string) =>
          own.filter((problem) => problem.rule === `translation/${rule}` && !isBody(problem))
        const [outdated, missing, unused] = [found('outdated'), found('missing'), found('unused')]
        const current = new Set(listTexts(other))
        const where = `edit ${edit}: ${name} in ${source.name}, seen in ${other.name}`
        const reported = [...outdated.map(({ expected }) => expected), ...missing.map((problem) => problem.found)]
        expect(sorted(new Set(reported)), where).toEqual(
          sorted([...current].filter((text) => !other.translated.has(text))),
        )
        const former = [...outdated, ...unused].map((problem) => problem.found)
        expect(sorted(former), where).toEqual(sorted([...other.translated].filter((text) => !current.has(text))))
        expect(own.some(isBody), where).toBe(other.body !== other.translatedBody)
        const [change, ...further] = other.changes ?? []
        if (change && further.length === 0 && !current.has(change.from) && !other.translated.has(change.to))
          expect(
            outdated.map(({ found, expected }) => [found, expected]),
            where,
          ).toEqual([[change.from, change.to]])
        counts.outdated += outdated.length
        counts.missing += missing.length
        counts.unused += unused.length
      }
      if (random() < 0.4) await complete(source)
    }
    // Each case has occurred.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5)
  })
})
