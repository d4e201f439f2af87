import { isNode, isScalar, Lexer, type Node, type Pair, parseDocument, stringify } from 'yaml'
import { findLineStart } from '../../diagnostics/location.ts'

/** Returns three offsets of a node: its start, the end of its value, and the end of the node. */
export function getNodeRange({ range }: Node): [number, number, number] {
  return (range as [number, number, number] | null | undefined) ?? [0, 0, 0]
}

export function getKeyName(key: unknown): string {
  return String(isScalar(key) ? key.value : key)
}

export function listComments(yaml: string): string[] {
  return [...new Lexer().lex(yaml)].filter((token) => token.startsWith('#'))
}

/** Returns the indentation of the field or list entry at an offset. Dashes count as spaces. */
export function getIndentAt(yaml: string, offset: number): string {
  let line = findLineStart(yaml, offset)
  // For a value on its own line, use the indentation of its key.
  while (line > 0 && yaml.slice(line, offset).trim() === '') line = findLineStart(yaml, line - 1)
  const [, blanks = '', dashes = ''] = /^([ \t]*)((?:-[ \t]+)*)/.exec(yaml.slice(line)) ?? []
  const isField = /^[^\s#]+:(?:\s|$)/.test(yaml.slice(line + blanks.length + dashes.length))
  return isField ? blanks + ' '.repeat(dashes.length) : blanks + ' '.repeat(Math.max(0, dashes.length - 2))
}

/** Returns the end of a range, excluding trailing white space. */
export function trimRangeEnd(yaml: string, start: number, end: number): number {
  return start + yaml.slice(start, end).trimEnd().length
}

/** Returns the end of a field's last line. */
export function findFieldEnd(yaml: string, { key, value }: Pair): number {
  return findValueEnd(yaml, isNode(value) && value.range ? value : (key as Node))
}

/** Returns the end of a value's last line. */
export function findValueEnd(yaml: string, node: Node): number {
  const [start, end] = getNodeRange(node)
  const line = yaml.indexOf('\n', trimRangeEnd(yaml, start, end))
  return line < 0 ? yaml.length : line + 1
}

/** Returns the start of the comments above a line. Excludes comments at the top, which describe the file. */
export function findCommentsStart(yaml: string, line: number): number {
  let start = line
  while (start > 0) {
    const above = findLineStart(yaml, start - 1)
    if (!/^[ \t]*#/.test(yaml.slice(above, start))) break
    start = above
  }
  return start === 0 ? line : start
}

/** Formats text for insertion at the start of a line or at the end of the file. */
export function formatInsertedLines(yaml: string, at: number, text: string): string {
  return at === 0 || yaml[at - 1] === '\n' ? `${text.trimEnd()}\n` : `\n${text.trimEnd()}`
}

/** Maximum width of new lines. */
const WIDTH = 100

interface Style {
  /** Style of the old value, as named by the `yaml` package. */
  type?: string | null | undefined
  /** Whether the value is inside brackets or braces. */
  inFlow?: boolean
  /** Indentation of the field or list entry that contains the value. */
  indent?: string
  /** The old value's second and later lines, which are kept if unchanged; undefined for a new value. */
  lines?: readonly string[]
}

/** Formats a scalar in the style of the old value. Folds long new text. */
export function formatScalar(value: unknown, { type, inFlow = false, indent = '', lines }: Style = {}): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}'
  if (typeof value !== 'string') return String(value)
  if (inFlow) return isPlain(value, true) && !type?.startsWith('QUOTE') ? value : JSON.stringify(value)
  // Matches strings that a block scalar cannot contain.
  const needsQuotes = /^[\s]|[ \t](?:\n|$)|[\t\r]|\n\n$/.test(value) || /\n[ ]/.test(value) || value.trim() === ''
  const wasBlock = type?.startsWith('BLOCK')
  const wasLine = lines?.length === 0 || type?.startsWith('QUOTE')
  const isLong = indent.length + value.length > WIDTH && /\S \S/.test(value) && !wasLine
  if (!needsQuotes && (wasBlock || isLong || value.includes('\n')))
    return writeBlock(value, type === 'BLOCK_LITERAL' || (!wasBlock && value.includes('\n')), `${indent}  `, lines)
  if (type === 'QUOTE_SINGLE' && !needsQuotes) return `'${value.replaceAll("'", "''")}'`
  return isPlain(value, false) && type !== 'QUOTE_DOUBLE' ? value : JSON.stringify(value)
}

/** Formats a group or list with one indented line per field or entry. */
export function formatBlockValue(value: object, indent: string): string {
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([name, part]: [string, unknown]) => {
    const lead = indent + (isList ? '-' : `${key(name)}:`)
    if (!hasEntries(part)) return `${lead} ${formatScalar(part, { indent })}`
    const block = formatBlockValue(part, inner)
    return isList ? `${lead} ${block.slice(inner.length)}` : `${lead}\n${block}`
  })
  return parts.join('\n')
}

/** Formats a value on a single line, with brackets and braces. */
export function formatFlowValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatFlowValue).join(', ')}]`
  if (typeof value !== 'object' || value === null) return formatScalar(value, { inFlow: true })
  const pairs = Object.entries(value).map(([name, inner]) => `${key(name)}: ${formatFlowValue(inner)}`)
  return pairs.length > 0 ? `{ ${pairs.join(', ')} }` : '{}'
}

function key(name: string): string {
  return isPlain(name, true) ? name : JSON.stringify(name)
}

function writeBlock(value: string, isLiteral: boolean, indent: string, known: readonly string[] = []): string {
  const text = value.replace(/\n$/, '')
  const width = known.length > 1 ? Math.max(...known.map((line) => line.trimEnd().length)) : WIDTH
  const lines = isLiteral
    ? text
    : text.replace(/\n+/g, '$&\n').replace(/[^\n]+/g, (line) => fold(line, width - indent.length, known))
  return `${isLiteral ? '|' : '>'}${value.endsWith('\n') ? '' : '-'}\n${lines.replace(/^(?=.)/gm, indent)}`
}

/** Breaks text into lines. Keeps unchanged lines, to minimize diffs. */
function fold(text: string, width: number, known: readonly string[]): string {
  const left = known.map((line) => line.trim()).filter((line) => line.includes(' '))
  const lines: string[] = []
  let isOpen = false
  for (let rest = text; rest !== ''; ) {
    const kept = left.find((line) => rest === line || (rest.startsWith(`${line} `) && rest[line.length + 1] !== ' '))
    const part = kept ?? rest.split(/(?<=\S) (?=\S)/, 1).join()
    const longer = `${lines.at(-1)} ${part}`
    if (isOpen && !kept && longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(part)
    left.splice(0, left.indexOf(part) + 1)
    // Text may be appended to this line if it is new, or if it is the last old line.
    isOpen = !kept || left.length === 0
    rest = rest.slice(part.length + 1)
  }
  return lines.join('\n')
}

/** Reports whether YAML parses an unquoted string as that string rather than, for example, a number. */
function isPlain(value: string, inFlow: boolean): boolean {
  const written = inFlow ? `[${value}]` : `a: ${value}`
  if (value.includes('\n') || stringify(value, { lineWidth: 0 }).trim() !== value) return false
  const read = parseDocument(written, { logLevel: 'silent' })
  const [found] = Object.values((read.errors.length === 0 ? (read.toJS() as object | null) : null) ?? {})
  return found === value
}

/** Reports whether a value is a group or list that is not empty. */
export function hasEntries(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
