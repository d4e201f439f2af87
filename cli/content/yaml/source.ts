import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLParseError } from 'yaml'
import { applyEdits, type Edit, originOf } from '../../diagnostics/edit.ts'
import type { Range } from '../../diagnostics/location.ts'
import { type Problem, problemAt, relatedAt } from '../../diagnostics/problem.ts'
import { duplicateKey, listLosses } from './losses.ts'
import { type Mistake, recognizeMistake } from './repairs.ts'
import { syntaxMistake } from './syntax-errors.ts'
import { readValues } from './values.ts'

export type Path = readonly (string | number)[]

/** A parsed YAML text that knows where each of its values stands. */
export interface Source {
  file: string
  /** The whole text of the file, for the frame of a diagnostic. */
  text: string
  /** As it was meant, where that is clear; undefined when the text cannot be understood. */
  data: unknown
  /** As far as it could be understood, for a text with errors. */
  rawData: unknown
  /** Range of a value, or of a key, in the text; of the nearest parent when the path does not exist. */
  range(path: Path, part?: 'key' | 'value'): Range
  /** Range of a word inside a value; of the value when the word cannot be found in it. */
  rangeOfWord(path: Path, word: string): Range
}

/** More mistakes in one file than this are one misunderstanding. */
const REPAIRS = 25

/**
 * Parses YAML into data that knows where it stands. A mistake that can only be meant in one way is reported and
 * then read as it was meant, so that it does not hide what else is wrong in the file.
 * @param start offset of the YAML in `text`: 0 in a data file, past the first `---` in front matter
 */
export function parseYaml(
  file: string,
  text: string,
  yaml: string,
  start: number,
): { source: Source; problems: Problem[] } {
  const padded = text.slice(0, start).replace(/[^\n]/g, ' ') + yaml
  const problems: Problem[] = []
  const edits: Edit[] = []
  const toText = ([from, to]: Range): Range => [originOf(from, edits), originOf(to, edits)]
  /** Mistakes and repairs have offsets in `current`, the text as repaired so far. Returns the repair with offsets in `padded`. */
  const report = ({ rule, range, message, help }: Mistake, repair?: readonly Edit[]) => {
    const fix = repair?.map((edit) => {
      const [first, last] = toText([edit.start, edit.end])
      return { start: first, end: last, text: edit.text }
    })
    problems.push(problemAt({ file, text }, toText(range), { rule, message, help }, fix))
    return fix
  }

  let current = padded
  let document = parse(current)
  const repairWith = (made: readonly Edit[]) => {
    edits.push(...made)
    current = applyEdits(padded, edits)
    document = parse(current)
  }
  let error = firstSyntaxError(document)
  while (error) {
    const mistake = recognizeMistake(current, error, start) ?? syntaxMistake(error, document)
    const fix = report(mistake, bestRepair(current, mistake, mistake.range[0]))
    // What follows a mistake that cannot be put right is mostly its echo.
    if (!fix || problems.length === REPAIRS) break
    repairWith(fix)
    error = firstSyntaxError(document)
  }
  const understood = !error
  if (understood) {
    const losses = listLosses(document, current).map((loss) => report(loss, bestRepair(current, loss, current.length)))
    const made = losses.flatMap((loss) => loss ?? [])
    if (made.length > 0) repairWith(made)
  }

  for (const { pos } of document.errors.filter((error) => error.code === 'DUPLICATE_KEY')) {
    const { rule, range, message, help, first } = duplicateKey(document, pos)
    const related = first ? [relatedAt({ file, text }, toText(first), 'the first one')] : []
    problems.push(problemAt({ file, text }, toText(range), { rule, message, help, related }))
  }
  const { value: rawData, trouble } = readValues(document)
  if (trouble && problems.length === 0) report(trouble)
  // For the parser a list or group ends where the next field begins, for people with its last word.
  const toRange = (range: readonly number[] | null | undefined): Range => {
    const [from, to] = toText([range?.[0] ?? start, range?.[1] ?? start + 1])
    return [from, from + text.slice(from, to).trimEnd().length]
  }
  const source: Source = {
    file,
    text,
    data: understood ? rawData : undefined,
    rawData,
    range: (path, part = 'value') => toRange(rangeAt(document, path, part)),
    rangeOfWord(path, word) {
      const range = source.range(path)
      const at = text.indexOf(word, range[0])
      return at >= 0 && at < range[1] ? [at, at + word.length] : range
    },
  }
  return { source, problems }
}

function parse(text: string): Document {
  return parseDocument(text, { prettyErrors: false, logLevel: 'error' })
}

function firstSyntaxError(document: Document): YAMLParseError | undefined {
  return document.errors.find((error) => error.code !== 'DUPLICATE_KEY')
}

/** The repair after which the text can be read farthest, at least past `end`. */
function bestRepair(text: string, { repairs }: Mistake, end: number): Edit[] | undefined {
  let best: Edit[] | undefined
  let farthest = end + 1
  for (const repair of repairs) {
    const next = firstSyntaxError(parse(applyEdits(text, repair)))
    const readable = next ? originOf(next.pos[0], repair) : Number.POSITIVE_INFINITY
    if (readable <= farthest) continue
    best = repair
    farthest = readable
  }
  return best
}

/** Follows a path as far as it exists. */
function rangeAt(document: Document, path: Path, part: 'key' | 'value') {
  let node: unknown = document.contents
  let range = isNode(node) ? node.range : undefined
  for (const [index, step] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.findLast(
        (item) => String(isScalar(item.key) ? item.key.value : item.key) === String(step),
      )
      if (!pair) break
      const key = isNode(pair.key) ? pair.key.range : undefined
      const value = isNode(pair.value) ? pair.value.range : undefined
      const last = index === path.length - 1
      range = (last && part === 'value' ? (value && value[1] > value[0] ? value : key) : key) ?? range
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)]
      if (!isNode(item)) break
      range = item.range ?? range
      node = item
    } else break
  }
  return range
}
