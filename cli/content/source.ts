import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Problem } from './problem.ts'

export type Path = readonly (string | number)[]

export interface Place {
  line: number
  column: number
  length: number
}

/** A parsed YAML text that can tell where each of its values stands. */
export interface Source {
  file: string
  /** The whole text of the file, for the frame of a diagnostic. */
  text: string
  data: unknown
  /** As far as it could be understood, for a text with errors. */
  rawData: unknown
  /** Place of a value, or of a key; of the nearest parent when the path does not exist. */
  locate(path: Path, part?: 'key' | 'value'): Place
  /** Place of a word inside a value; of the value when the word cannot be found in it. */
  locateWord(path: Path, word: string): Place
}

/**
 * Parses YAML into data that remembers places.
 * @param start offset of the YAML in `text`: 0 in a data file, past the first `---` in front matter
 */
export function parseYaml(
  file: string,
  text: string,
  yaml: string,
  start: number,
): { source: Source; problems: Problem[] } {
  const padded = text.slice(0, start).replace(/[^\n]/g, ' ') + yaml
  const counter = new LineCounter()
  const document = parseDocument(padded, { lineCounter: counter, prettyErrors: false })
  const place = (range: readonly [number, number, ...number[]] | null | undefined): Place => {
    const from = range?.[0] ?? start
    const { line, col } = counter.linePos(Math.min(from, padded.length))
    const end = padded.indexOf('\n', from)
    const to = Math.min(range?.[1] ?? from + 1, end < 0 ? padded.length : end)
    return { line: Math.max(line, 1), column: Math.max(col, 1), length: Math.max(to - from, 1) }
  }
  // What follows the first syntax error is mostly its echo; a duplicate key stands for itself.
  const firstSyntax = document.errors.find((error) => error.code !== 'DUPLICATE_KEY')
  const problems = document.errors
    .filter((error) => error === firstSyntax || error.code === 'DUPLICATE_KEY')
    .map(
      (error): Problem => ({
        rule: error.code === 'DUPLICATE_KEY' ? 'yaml/duplicate-key' : 'yaml/syntax',
        severity: 'error',
        file,
        ...place([error.pos[0], error.pos[1]]),
        message: error.message,
        help: hint(error.code),
      }),
    )
  const source: Source = {
    file,
    text,
    data: problems.length === 0 ? document.toJS() : undefined,
    rawData: document.contents ? document.toJS() : undefined,
    locate: (path, part = 'value') => place(rangeAt(document, path, part)),
    locateWord(path, word) {
      const range = rangeAt(document, path, 'value')
      const at = padded.indexOf(word, range?.[0] ?? start)
      return place(range && at >= 0 && at < range[1] ? [at, at + word.length] : range)
    },
  }
  return { source, problems }
}

function hint(code: string): string | undefined {
  if (code === 'TAB_AS_INDENT') return 'Indent with spaces; YAML does not allow tabs.'
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY')
    return 'Put quotes around a text that holds a colon.'
  if (code === 'DUPLICATE_KEY') return 'Keep one of them.'
  return undefined
}

/** Follows a path as far as it exists. */
function rangeAt(document: Document, path: Path, part: 'key' | 'value') {
  let node: unknown = document.contents
  let range = isNode(node) ? node.range : undefined
  for (const [index, step] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String(isScalar(item.key) ? item.key.value : item.key) === String(step))
      if (!pair) break
      const key = isNode(pair.key) ? pair.key.range : undefined
      const value = isNode(pair.value) ? pair.value.range : undefined
      const last = index === path.length - 1
      range = (last && part === 'value' ? (value ?? key) : key) ?? range
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
