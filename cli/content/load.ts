import type { z } from 'zod'
import type { ArticleEntry, Content, Entry, Written } from '../../src/content/content.ts'
import { facts as factsSchema } from '../../src/content/facts.ts'
import { listReferences } from '../../src/content/references.ts'
import { site as siteSchema } from '../../src/content/site.ts'
import { type Checked, checkReferences } from './check-references.ts'
import { checkWhole } from './check-whole.ts'
import { fillFacts, fillFactsIn } from './facts.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { Markdown } from './markdown.ts'
import { createMemory, type Memory, type Remembered } from './memory.ts'
import { nearest } from './nearest.ts'
import { type Problem, sortProblems } from './problem.ts'
import { type ContentFile, readContentFolder } from './read.ts'
import { schemaProblems } from './schema-problems.ts'
import { parseYaml, type Source } from './source.ts'

export interface Loaded {
  /** Undefined when there is an error: a site is built from whole content or not at all. */
  content: Content | undefined
  problems: Problem[]
  /** Text of every file that was read, for the frames of diagnostics. */
  texts: Map<string, string>
  files: number
}

type CheckData = (source: Source, schema: z.ZodType) => unknown

/**
 * Reads, parses and checks a content folder. Every problem of every file is in the result.
 * @param memory of the last time: what has not changed since is not parsed again
 */
export async function loadContent(
  folder: string,
  markdown: Markdown,
  memory: Memory = createMemory(),
): Promise<Loaded> {
  const { files, singles, problems } = readContentFolder(folder, memory.read)
  const texts = new Map<string, string>()
  const checked: Checked[] = []
  const facts = new Map<string, string>()

  /** One file, unless it is remembered: facts into place, schema, and what it refers to. */
  const take = async (
    file: string,
    text: string,
    parse: (check: CheckData, problems: Problem[]) => unknown,
  ): Promise<unknown> => {
    texts.set(file, text)
    const known = await memory.remember(file, text, text.includes('{') ? filled : '', async () => {
      const found: Remembered = { data: undefined, problems: [], checked: undefined }
      const check: CheckData = (source, schema) => {
        const data = fillFactsIn(source.data, facts, (name, path) =>
          found.problems.push(unknownFact(source, name, source.locateWord(path, `{${name}}`), facts)),
        )
        const result = schema.safeParse(data)
        if (!result.success) {
          found.problems.push(...schemaProblems(source, data, result.error.issues))
          return undefined
        }
        found.checked = { source, schema, data: result.data, references: listReferences(schema, result.data) }
        return result.data
      }
      found.data = await parse(check, found.problems)
      return found
    })
    problems.push(...known.problems)
    if (known.checked) checked.push(known.checked)
    return known.data
  }
  const parseSingle = async (name: string, schema: z.ZodType): Promise<unknown> => {
    const single = singles.get(name)
    if (!single) return undefined
    return take(single.file, single.text, (check, found) => {
      const parsed = parseYaml(single.file, single.text, single.text, 0)
      found.push(...parsed.problems)
      return parsed.problems.length > 0 ? undefined : check(parsed.source, schema)
    })
  }

  // A broken fact must not make every use of it a problem too: what can be read of them is used.
  for (const [name, value] of readTexts(singles.get('facts.yaml')?.text)) facts.set(name, value)
  const given = new Map(facts)
  const identity = new Map(readTexts(singles.get('site.yaml')?.text))
  facts.set('brand', identity.get('name') ?? '')
  facts.set('email', identity.get('email') ?? '')
  const filled = JSON.stringify([...facts])
  await parseSingle('facts.yaml', factsSchema)
  const site = (await parseSingle('site.yaml', siteSchema)) as Content['site'] | undefined

  const entries = new Map<string, Entry<unknown>[]>()
  for (const file of files) {
    const entry = await take(file.file, file.text, (check, found) => loadFile(file, check, found, facts, markdown))
    const key = file.collection.folder + file.collection.extension
    const list = entries.get(key) ?? []
    if (entry)
      entries
        .set(key, list)
        .get(key)
        ?.push(entry as Entry<unknown>)
  }

  problems.push(...checkReferences(files, given, site, checked))
  problems.push(...checkWhole(checked))
  const sorted = sortProblems(problems)
  const failed = sorted.some((problem) => problem.severity === 'error')
  const list = <T>(key: string) => (entries.get(key) ?? []) as T[]
  const content: Content | undefined =
    failed || !site
      ? undefined
      : {
          site,
          facts: Object.fromEntries(given),
          pages: list('pages.yaml'),
          textPages: list('pages.md'),
          services: inOrder(list<Content['services'][number]>('services.yaml')),
          solutions: inOrder(list<Content['solutions'][number]>('solutions.yaml')),
          jobs: inOrder(list<Content['jobs'][number]>('jobs.md')),
          articles: [
            ...list<ArticleEntry>('blog.md').map((entry) => ({ ...entry, collection: 'blog' as const })),
            ...list<ArticleEntry>('insights.md').map((entry) => ({ ...entry, collection: 'insights' as const })),
          ].sort((a, b) =>
            a.published < b.published ? 1 : a.published > b.published ? -1 : a.title < b.title ? -1 : 1,
          ),
          testimonials: list('testimonials.yaml'),
          faqs: list('faqs.yaml'),
          forms: list('forms.yaml'),
        }
  return { content, problems: sorted, texts, files: files.length + singles.size }
}

async function loadFile(
  file: ContentFile,
  check: CheckData,
  problems: Problem[],
  facts: Map<string, string>,
  markdown: Markdown,
): Promise<Entry<unknown> | undefined> {
  const identity = { slug: file.slug, file: file.file }
  if (file.collection.extension === '.yaml') {
    const parsed = parseYaml(file.file, file.text, file.text, 0)
    problems.push(...parsed.problems)
    const data = parsed.problems.length > 0 ? undefined : check(parsed.source, file.collection.schema)
    return data ? { ...(data as object), ...identity } : undefined
  }
  const front = splitFrontMatter(file.file, file.text)
  if ('rule' in front) {
    problems.push(front)
    return undefined
  }
  const { source, problems: faults } = parseYaml(file.file, file.text, front.yaml, front.start)
  problems.push(...faults)
  const data = faults.length > 0 ? undefined : check(source, file.collection.schema)
  const bodyStart = file.text.length - front.body.length
  const body = fillFacts(front.body, facts, (name, offset) => {
    const before = file.text.slice(0, bodyStart + offset)
    const line = before.split('\n').length
    problems.push(
      unknownFact(
        source,
        name,
        { line, column: before.length - before.lastIndexOf('\n'), length: name.length + 2 },
        facts,
      ),
    )
  })
  if (!data) return undefined
  return { ...(data as object), ...identity, ...(await markdown.render(body)) } as Written<unknown>
}

function unknownFact(
  source: Source,
  name: string,
  place: { line: number; column: number; length: number },
  facts: ReadonlyMap<string, string>,
): Problem {
  const meant = nearest(name, facts.keys())
  return {
    rule: 'fact/unknown',
    severity: 'error',
    file: source.file,
    ...place,
    message: `there is no fact "${name}"`,
    help: meant ? `Did you mean {${meant}}?` : 'Add it to facts.yaml, or write the text without braces.',
  }
}

/** The fields of a YAML text that hold plain text, whatever is wrong with the others. */
function readTexts(text: string | undefined): [string, string][] {
  const data = text === undefined ? undefined : parseYaml('', text, text, 0).source.rawData
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
}

function inOrder<T extends { order: number; title: string }>(entries: T[]): T[] {
  return [...entries].sort((a, b) => a.order - b.order || (a.title < b.title ? -1 : 1))
}
