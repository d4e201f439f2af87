import { singleFileDefinitions as kinds, type SingleFileName } from '@northshelf/site/collections/single-files.ts'
import { slugPattern } from '@northshelf/site/schema/text.ts'
import type { z } from 'zod'
import { applyEdits } from '../diagnostics/edit.ts'
import type { Range } from '../diagnostics/location.ts'
import { createProblemAt, type Explanations, type Problem } from '../diagnostics/problem.ts'
import { findNearestWord, findSafeCorrection } from '../diagnostics/suggest.ts'
import type { TextFile } from './decode-text.ts'
import { fillFacts, findFactNameProblem, listFactEdits, SITE_FACT_FIELDS } from './facts.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'
import type { RenderedMarkdown } from './markdown/render.ts'
import { listCode } from './markdown/tree.ts'
import { formatMeasurementTable, MEASUREMENT_TABLE } from './measurement-table.ts'
import { findOutdatedValues } from './migrations/list.ts'
import { createMarkdownBody, type ParsedFile } from './parsed.ts'
import type { ContentFile, ContentFolder } from './read.ts'
import { convertIssuesToProblems, flattenUnionIssues } from './schema/problems.ts'
import { correctSpellings, findMatchingSpelling } from './schema/respell.ts'
import { listMarkedTexts } from './schema/walk-schema.ts'
import { isPlainObject } from './value-at.ts'
import { createLazySource, parseYaml, type YamlSource } from './yaml/source.ts'

export interface FileParseResult {
  parsed: ParsedFile
  /** The rendered Markdown, without the analysis data that the checks use. */
  rendered: Omit<RenderedMarkdown, 'analysis'> | undefined
  problems: Problem[]
  /** Hash of the facts that were in use when the single-file rules last found no problems in this file. */
  flawlessUnder?: string
}

/** Creates the parser for a folder. It parses YAML, fills in facts, applies the schema and renders Markdown. */
export function createContentParser({ singles }: Pick<ContentFolder, 'singles'>) {
  const parsedSingles = new Map([...singles].map(([name, file]) => [name, parseFileYaml(file)]))
  // If facts.yaml has errors, use the facts that can be read, so that they are not reported as unknown.
  const texts = listTexts(parsedSingles.get('facts.yaml')?.source.rawData)
  const named = texts.map(([name, value]) => [findMatchingSpelling(name, slugPattern) ?? name, value] as const)
  const fileFacts = new Map(named.filter(([name]) => !findFactNameProblem(name)))
  const site = parsedSingles.get('site.yaml')?.source.rawData
  const identity = new Map(listTexts(site))
  const brand = Object.entries(SITE_FACT_FIELDS).map(([fact, field]) => [fact, identity.get(field)] as const)
  const facts = new Map([...fileFacts, ...brand.filter((fact): fact is [string, string] => fact[1] !== undefined)])
  facts.set(MEASUREMENT_TABLE, facts.get(MEASUREMENT_TABLE) ?? formatMeasurementTable(site))
  // If facts.yaml is unreadable, report only that, rather than every use of a fact. An empty file is valid.
  const parsedFacts = parsedSingles.get('facts.yaml')
  const isEmpty = parsedFacts?.problems.length === 0 && (parsedFacts.source.data ?? null) === null
  const complete = isEmpty || isPlainObject(parsedFacts?.source.data)
  const isUnknown = (name: string) => complete && !brand.some(([fact]) => fact === name)

  /** @param name collection of the file, or its own name if it belongs to no collection */
  function parseData(source: YamlSource, name: string, schema: z.ZodType, problems: Problem[]) {
    if (source.data === undefined && problems.length > 0) return { source, data: undefined, valid: undefined }
    const unfilled = new Set<string>()
    const data = fillFacts(source.data, facts, (name, path) => {
      unfilled.add(path.join('\n'))
      if (!isUnknown(name)) return
      const marked = listMarkedTexts<string[]>(schema, source.data, 'placeholders')
      const { mark = [] } = marked.find((field) => field.path.join('\n') === path.join('\n')) ?? {}
      problems.push(describeUnknownFact(source, name, source.rangeOfWord(path, `{${name}}`), mark))
    })
    const result = schema.safeParse(data)
    if (result.success) return { source, data, valid: result.data }
    // Skip issues with text that contains unknown facts, because its final length is unknown.
    const outdated = findOutdatedValues(source, name, site)
    const isExplained = (path: readonly PropertyKey[]) =>
      unfilled.has(path.join('\n')) || outdated.some((value) => value.path.every((step, index) => path[index] === step))
    const issues = flattenUnionIssues(result.error.issues).filter(({ path }) => !isExplained(path))
    problems.push(...outdated.map(({ problem }) => problem), ...convertIssuesToProblems(source, schema, data, issues))
    return { source, data: correctSpellings(data, issues), valid: undefined }
  }

  function describeUnknownFact(
    file: Pick<TextFile, 'file' | 'text'>,
    name: string,
    range: Range,
    placeholders: readonly string[] = [],
  ) {
    const meant = findNearestWord(name, facts.keys())
    const correction = findSafeCorrection(name, facts.keys())
    const usable = placeholders.map((placeholder) => `{${placeholder}}`).join(' and ')
    const add = usable ? `Use ${usable} here, or add the fact` : 'Add it'
    const help = meant
      ? `Did you mean {${meant}}, which is "${facts.get(meant)}"?`
      : `${add} to facts.yaml. To show the braces, write \\{${name}}.`
    const details = { rule: 'fact/unknown', message: `facts.yaml has no fact "${name}"`, help }
    return createProblemAt(file, range, details, correction && `{${correction}}`)
  }

  async function parseBody(file: ContentFile, text: string, problems: Problem[]) {
    const { placeholders } = file.collection
    const start = file.text.length - text.length
    const unknown = (name: string, offset: number) => {
      if (!isUnknown(name)) return
      const range: Range = [start + offset, start + offset + name.length + 2]
      problems.push(describeUnknownFact(file, name, range, placeholders))
    }
    // Load the renderer only when there is text to render.
    const { findTooDeepNesting, parseMarkdown, renderMarkdown } = await import('./markdown/render.ts')
    const deep = findTooDeepNesting(text)
    if (deep) {
      problems.push(tooDeep(file, [start + deep[0], start + deep[1]]))
      return {}
    }
    try {
      const edits = /\{[a-z]/.test(text) ? listFactEdits(text, facts, unknown, listCode(parseMarkdown(text))) : []
      const { analysis, ...rendered } = await renderMarkdown(applyEdits(text, edits))
      return { body: createMarkdownBody(() => text, { start, edits, analysis }), rendered }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      problems.push(tooDeep(file, findLineWithMostMarks(file.text, start)))
      return {}
    }
  }

  return {
    /** Facts defined in facts.yaml, without those from site.yaml. */
    fileFacts,
    facts,
    /** Whether facts.yaml could be read, so that names that it does not define are reported as unknown. */
    complete,
    /** Parses a file outside the collections, such as `site.yaml`. */
    async single(file: TextFile): Promise<FileParseResult> {
      const slug = file.file.replace(/^.*\/|\.yaml$/g, '')
      const { schema } = kinds[slug as SingleFileName]
      const { source, problems: found } = parsedSingles.get(`${slug}.yaml`) ?? parseFileYaml(file)
      const problems = [...found]
      const data = parseData(source, slug, schema, problems)
      const parsed = { ...file, collection: undefined, folder: '', slug, schema, ...data, body: undefined }
      return { parsed, rendered: undefined, problems }
    },
    async file(file: ContentFile): Promise<FileParseResult> {
      const { schema } = file.collection
      const { front, source, problems } = parseSource(file)
      if (!source) {
        const nothing = { schema, source, data: undefined, valid: undefined, body: undefined }
        return { parsed: { ...file, ...nothing }, rendered: undefined, problems }
      }
      const data = parseData(source, file.collection.name, schema, problems)
      const { body, rendered } = front ? await parseBody(file, front.body, problems) : {}
      return { parsed: { ...file, schema, ...data, body }, rendered, problems }
    },
  }
}

/** Returns the range of the line with the most punctuation, which is probably nested too deeply. */
function findLineWithMostMarks(text: string, start: number): Range {
  const marks = (line: string) => line.replace(/[\p{L}\p{N}\s]/gu, '').length
  const lines = text.slice(start).split('\n')
  const most = lines.reduce((best, line) => (marks(line) > marks(best) ? line : best), '')
  const lineStart = text.indexOf(most, start)
  return [lineStart, lineStart + most.length]
}

function tooDeep(file: TextFile, range: Range): Problem {
  const message = 'quotes, lists or emphasis are nested too deeply here'
  const help = 'Remove Markdown characters such as > or *. To keep one as text, put a backslash before it.'
  return createProblemAt(file, range, { rule: 'markdown/too-deep', message, help })
}

/** Parses the YAML of a content file or of its front matter. `source` is undefined if the front matter is missing. */
export function parseSource(file: ContentFile): { source?: YamlSource; front?: FrontMatter; problems: Problem[] } {
  if (file.collection.extension === '.yaml') return parseFileYaml(file)
  const front = splitFrontMatter(file.file, file.text)
  if ('rule' in front) return { problems: [front] }
  return { front, ...parseFileYaml(file, front.yaml, front.start) }
}

/** Parses YAML. Valid YAML is parsed again if positions are needed, to save memory. */
export function parseFileYaml(file: TextFile, yaml = file.text, start = 0) {
  const parse = () => parseYaml(file.file, file.text, yaml, start)
  const { source, problems } = parse()
  if (problems.length > 0 || source.data === undefined) return { source, problems }
  return { source: createLazySource(file, source.data, () => parse().source), problems }
}

/** Lists the names and values of the fields that contain text or a number. */
function listTexts(data: unknown): [string, string][] {
  if (!isPlainObject(data)) return []
  return Object.entries(data).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
}

export const markdownNestingRules: Explanations = {
  'markdown/too-deep': {
    means: 'Quotes, lists or emphasis in Markdown are nested too deeply.',
    matters: 'The text cannot be parsed, so the page could not show any of it.',
    bad: '>>>>>>>>>> … a thousand times',
    good: '> A quote',
    fix: 'Remove nested characters such as > or *. Put a backslash before any special character that should appear as is.',
  },
}
