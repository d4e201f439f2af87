import type { z } from 'zod'
import { facts as factsSchema } from '../../src/collections/facts.ts'
import { site as siteSchema } from '../../src/collections/site.ts'
import { defineRules } from '../check/rule.ts'
import { applyEdits, originOf } from './edit.ts'
import { fillFactsIn, listFacts } from './facts.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { Markdown, Rendered } from './markdown.ts'
import { listCode } from './markdown-code.ts'
import { nearest, surelyMeant } from './nearest.ts'
import { findTooDeep } from './nesting.ts'
import type { Body, ParsedFile } from './parsed.ts'
import { type Problem, problemAt } from './problem.ts'
import type { ContentFile, ContentFolder } from './read.ts'
import type { TextFile } from './read-text.ts'
import { schemaProblems } from './schema-problems.ts'
import type { Range, Source } from './source.ts'
import { createYamlCache } from './yaml-cache.ts'

/** What one file came to. */
export interface Parsed {
  parsed: ParsedFile
  /** The markdown as HTML, without the findings, which are for the checks only. */
  rendered: Omit<Rendered, 'found'> | undefined
  problems: Problem[]
}

/** Parses the files of a folder: YAML, facts into place, schema, markdown. */
export function createParser({ singles }: ContentFolder, markdown: Markdown) {
  const yaml = createYamlCache(markdown)
  const parsedSingles = new Map(
    [...singles].map(([name, { file, text }]) => [name, yaml.parse(file, text, text, 0)] as const),
  )
  // A broken fact must not make every use of it a problem too: what can be read of them is used.
  const given = new Map(listTexts(parsedSingles.get('facts.yaml')?.source.rawData))
  const identity = new Map(listTexts(parsedSingles.get('site.yaml')?.source.rawData))
  const brand: [string, string | undefined][] = [
    ['brand', identity.get('name')],
    ['email', identity.get('email')],
  ]
  const facts = new Map([...given, ...brand.filter((fact): fact is [string, string] => fact[1] !== undefined)])
  // Where the facts could not be read, that is the problem, and not each use of one.
  const complete = isGroup(parsedSingles.get('facts.yaml')?.source.data)
  const isUnknown = (name: string) => complete && !brand.some(([own]) => own === name)

  function parseData(
    source: Source,
    schema: z.ZodType,
    problems: Problem[],
  ): Pick<ParsedFile, 'source' | 'data' | 'valid'> {
    if (source.data === undefined && problems.length > 0) return { source, data: undefined, valid: undefined }
    const data = fillFactsIn(source.data, facts, (name, path) => {
      if (!isUnknown(name)) return
      problems.push(unknownFact(source, name, source.rangeOfWord(path, `{${name}}`), facts))
    })
    const result = schema.safeParse(data)
    if (!result.success) problems.push(...schemaProblems(source, schema, data, result.error.issues))
    return { source, data, valid: result.data }
  }

  async function parseBody(file: TextFile, text: string, problems: Problem[]) {
    const start = file.text.length - text.length
    const deep = findTooDeep(text)
    if (deep) {
      problems.push(tooDeep(file, [start + deep[0], start + deep[1]]))
      return {}
    }
    const unknown = (name: string, offset: number) => {
      if (!isUnknown(name)) return
      problems.push(unknownFact(file, name, [start + offset, start + offset + name.length + 2], facts))
    }
    const edits = text.includes('{') ? listFacts(text, facts, unknown, listCode(text)) : []
    const range: Body['range'] = (part) => [start + originOf(part.start, edits), start + originOf(part.end, edits)]
    try {
      const { found, ...rendered } = await markdown.render(applyEdits(text, edits))
      return { body: { text, start, found, range }, rendered }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      problems.push(tooDeep(file, mostMarks(file.text, start)))
      return {}
    }
  }

  return {
    /** The facts of the folder, without those that site.yaml adds. */
    given,
    /** All that take the place of their names, as one text. */
    filled: JSON.stringify([...facts]),
    /** `site.yaml` or `facts.yaml`. */
    async single(file: TextFile): Promise<Parsed> {
      const slug = file.file.replace(/^.*\/|\.yaml$/g, '')
      const schema = slug === 'site' ? siteSchema : factsSchema
      const { source, problems: found } =
        parsedSingles.get(`${slug}.yaml`) ?? yaml.parse(file.file, file.text, file.text, 0)
      const problems = [...found]
      const data = parseData(source, schema, problems)
      return {
        parsed: { ...file, collection: undefined, folder: '', slug, schema, ...data, body: undefined },
        rendered: undefined,
        problems,
      }
    },
    async file(file: ContentFile): Promise<Parsed> {
      const { schema, extension } = file.collection
      const nothing = { schema, source: undefined, data: undefined, valid: undefined, body: undefined }
      const front = extension === '.md' ? splitFrontMatter(file.file, file.text) : undefined
      if (front && 'rule' in front) return { parsed: { ...file, ...nothing }, rendered: undefined, problems: [front] }
      const { source, problems } = yaml.parse(file.file, file.text, front?.yaml ?? file.text, front?.start ?? 0)
      const data = parseData(source, schema, problems)
      const { body, rendered } = front ? await parseBody(file, front.body, problems) : {}
      return { parsed: { ...file, schema, ...data, body }, rendered, problems }
    },
  }
}

/** The line with the most marks: the likeliest to be too deep for the parser. */
function mostMarks(text: string, start: number): Range {
  const marks = (line: string) => line.replace(/[\p{L}\p{N}\s]/gu, '').length
  const lines = text.slice(start).split('\n')
  const most = lines.reduce((best, line) => (marks(line) > marks(best) ? line : best), '')
  const at = text.indexOf(most, start)
  return [at, at + most.length]
}

/** Nesting that no program can follow. */
function tooDeep(file: TextFile, range: Range): Problem {
  return problemAt(file, range, {
    rule: 'markdown/too-deep',
    message: 'quotes, lists or marks are nested too deeply here to be read',
    help: 'Take marks such as > or * away. A mark that is meant as a character is written with a \\ before it.',
  })
}

function unknownFact(file: TextFile, name: string, range: Range, facts: ReadonlyMap<string, string>): Problem {
  const meant = nearest(name, facts.keys())
  const sure = surelyMeant(name, facts.keys())
  const help = meant
    ? `Did you mean {${meant}}, which is "${facts.get(meant)}"?`
    : `Add it to facts.yaml. Braces that are meant are written \\{${name}}.`
  const finding = { rule: 'fact/unknown', message: `there is no fact "${name}"`, help }
  return problemAt(file, range, finding, sure && `{${sure}}`)
}

function isGroup(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/** The fields that hold plain text, whatever is wrong with the others. */
function listTexts(data: unknown): [string, string][] {
  if (!isGroup(data)) return []
  return Object.entries(data).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
}

export const markdownNestingRules = defineRules({
  'markdown/too-deep': {
    means: 'Quotes, lists or marks of a text stand inside each other so often that no program can follow.',
    matters: 'Nothing of the text can be shown until it can be read.',
    bad: '>>>>>>>>>> … a thousand times',
    good: '> A quote',
    fix: 'Take the marks away. One that is meant as a character is written with a \\ before it.',
  },
})
