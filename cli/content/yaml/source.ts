import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, type YAMLParseError } from 'yaml'
import { applyEdits, type Edit, toOriginalOffset } from '../../diagnostics/edit.ts'
import type { Range } from '../../diagnostics/location.ts'
import { createProblemAt, createRelatedLocation, type Problem } from '../../diagnostics/problem.ts'
import type { TextFile } from '../decode-text.ts'
import { listDiscardedText } from './discarded-text.ts'
import { recognizeMistake, type YamlMistake } from './repairs.ts'
import { describeDuplicateKey, describeSyntaxError, extractDocumentData } from './syntax-errors.ts'

export type ValuePath = readonly (string | number)[]

/** Parsed YAML, with the range of each value in the file. */
export interface YamlSource {
  file: string
  /** Full text of the file, used for excerpts in diagnostics. */
  text: string
  /** Data after unambiguous errors have been repaired; undefined if other syntax errors remain. */
  data: unknown
  /** The data that could be parsed despite syntax errors. */
  rawData: unknown
  /** Returns the range of a value or key, or of its nearest parent if the path does not exist. */
  range(path: ValuePath, part?: 'key' | 'value'): Range
  /** Returns the range of a word inside a value, or of the value if it does not contain the word. */
  rangeOfWord(path: ValuePath, word: string): Range
}

/** Maximum number of reported mistakes per file. A larger number usually has a single cause. */
const MAX_MISTAKES = 25

/**
 * Parses YAML into data with source ranges. Reports unambiguous mistakes and repairs them, so that they do not hide
 * other problems.
 * @param start offset of the YAML in `text`: 0 in a data file, after the first `---` in front matter
 */
export function parseYaml(
  file: string,
  text: string,
  yaml: string,
  start: number,
): { source: YamlSource; problems: Problem[] } {
  const padded = text.slice(0, start).replace(/[^\n]/g, ' ') + yaml
  const problems: Problem[] = []
  const edits: Edit[] = []
  const toText = ([from, to]: Range): Range => [toOriginalOffset(from, edits), toOriginalOffset(to, edits)]
  /** Reports a mistake in `current`. Returns the repair with offsets that refer to `padded`. */
  const report = ({ rule, range, message, help }: YamlMistake, repair?: readonly Edit[]) => {
    const fix = repair?.map((edit) => {
      const [first, last] = toText([edit.start, edit.end])
      return { start: first, end: last, text: edit.text }
    })
    problems.push(createProblemAt({ file, text }, toText(range), { rule, message, help }, fix))
    return fix
  }

  /** The text after all repairs so far. */
  let current = padded
  let document = parse(current)
  const repairWith = (repairs: readonly Edit[]) => {
    edits.push(...repairs)
    current = applyEdits(padded, edits)
    document = parse(current)
  }
  let error = firstSyntaxError(document)
  while (error) {
    const mistake = recognizeMistake(current, error, start) ?? describeSyntaxError(error, document)
    const fix = report(mistake, bestRepair(current, mistake, mistake.range[0]))
    // Stop at a mistake that cannot be repaired, because most later errors are consequences of it.
    if (!fix || problems.length === MAX_MISTAKES) break
    repairWith(fix)
    error = firstSyntaxError(document)
  }
  const isParsed = !error
  if (isParsed) {
    const losses = listDiscardedText(document, current)
    const repairs = losses.flatMap((loss) => report(loss, bestRepair(current, loss, current.length)) ?? [])
    if (repairs.length > 0) repairWith(repairs)
  }

  for (const { pos } of document.errors.filter((error) => error.code === 'DUPLICATE_KEY')) {
    const { rule, range, message, help, first } = describeDuplicateKey(document, pos)
    const related = first ? [createRelatedLocation({ file, text }, toText(first), 'first defined here')] : []
    problems.push(createProblemAt({ file, text }, toText(range), { rule, message, help, related }))
  }
  const { value: rawData, mistake: nestingMistake } = extractDocumentData(document)
  if (nestingMistake && problems.length === 0) report(nestingMistake)
  // Trim the range, because the parser ends a list or group where the next field starts.
  const toRange = (range: readonly number[] | null | undefined): Range => {
    const [from, to] = toText([range?.[0] ?? start, range?.[1] ?? start + 1])
    return [from, from + text.slice(from, to).trimEnd().length]
  }
  const source: YamlSource = {
    file,
    text,
    data: isParsed ? rawData : undefined,
    rawData,
    range: (path, part = 'value') => toRange(rangeAt(document, path, part)),
    rangeOfWord(path, word) {
      const range = source.range(path)
      const offset = text.indexOf(word, range[0])
      return offset >= 0 && offset < range[1] ? [offset, offset + word.length] : range
    },
  }
  return { source, problems }
}

/**
 * Returns a source for valid YAML whose data is known. Parses the text only when a position is needed, because the
 * parsed document takes ten times the memory of its data and most files never need it.
 */
export function createLazySource(file: TextFile, data: unknown, parse: () => YamlSource): YamlSource {
  let parsed: YamlSource | undefined
  const source = () => {
    parsed ??= parse()
    return parsed
  }
  return {
    file: file.file,
    get text() {
      return file.text
    },
    data,
    rawData: data,
    range: (...args) => source().range(...args),
    rangeOfWord: (...args) => source().rangeOfWord(...args),
  }
}

function parse(text: string): Document {
  return parseDocument(text, { prettyErrors: false, logLevel: 'error' })
}

function firstSyntaxError(document: Document): YAMLParseError | undefined {
  return document.errors.find((error) => error.code !== 'DUPLICATE_KEY')
}

/** Returns the repair that lets the parser read farthest; undefined if no repair lets it read past `end`. */
function bestRepair(text: string, { repairs }: YamlMistake, end: number): Edit[] | undefined {
  let best: Edit[] | undefined
  let farthest = end + 1
  for (const repair of repairs) {
    const next = firstSyntaxError(parse(applyEdits(text, repair)))
    const readable = next ? toOriginalOffset(next.pos[0], repair) : Number.POSITIVE_INFINITY
    if (readable <= farthest) continue
    best = repair
    farthest = readable
  }
  return best
}

/** Returns the range at a path, or at the deepest part of the path that exists. */
function rangeAt(document: Document, path: ValuePath, part: 'key' | 'value') {
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
