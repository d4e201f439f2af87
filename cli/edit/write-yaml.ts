import { parseDocument, stringify } from 'yaml'

/** As wide as the lines of the content are. */
const WIDTH = 100

interface Place {
  /** How the value was written that it takes the place of, as `yaml` names it. */
  type?: string | null | undefined
  /** Whether it stands within brackets or braces. */
  inFlow?: boolean
  /** Blanks before the field or list entry that has it. */
  indent?: string
  /** How long its lines are. */
  width?: number | undefined
}

/** A value without parts, as YAML, from its first character on. Long texts are folded; quotes stay where they were. */
export function writeScalar(value: unknown, { type, inFlow = false, indent = '', width = WIDTH }: Place = {}): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}'
  if (typeof value !== 'string') return String(value)
  if (inFlow) return isPlain(value, true) && !type?.startsWith('QUOTE') ? value : JSON.stringify(value)
  // No block can say these.
  const isOdd = /^[\s]|[ \t](?:\n|$)|[\t\r]|\n\n$/.test(value) || /\n[ ]/.test(value) || value.trim() === ''
  const wasBlock = type?.startsWith('BLOCK')
  const isLong = indent.length + value.length > WIDTH && /\S \S/.test(value) && !type?.startsWith('QUOTE')
  if (!isOdd && (wasBlock || isLong || value.includes('\n')))
    return writeBlock(value, type === 'BLOCK_LITERAL' || (!wasBlock && value.includes('\n')), `${indent}  `, width)
  if (type === 'QUOTE_SINGLE' && !isOdd) return `'${value.replaceAll("'", "''")}'`
  return isPlain(value, false) && type !== 'QUOTE_DOUBLE' ? value : JSON.stringify(value)
}

/** A group or list as YAML, one line for each field or entry, every line with the blanks before it. */
export function writeValue(value: object, indent: string): string {
  const inner = `${indent}  `
  const write = (part: unknown, lead: string) =>
    isGroup(part) ? undefined : `${lead} ${writeScalar(part, { indent })}`
  if (Array.isArray(value))
    return value
      .map((part) => write(part, `${indent}-`) ?? `${indent}- ${writeValue(part, inner).slice(inner.length)}`)
      .join('\n')
  return Object.entries(value)
    .map(
      ([name, part]) => write(part, `${indent}${key(name)}:`) ?? `${indent}${key(name)}:\n${writeValue(part, inner)}`,
    )
    .join('\n')
}

/** The same in one line, for within brackets and braces. */
export function writeFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`
  if (typeof value !== 'object' || value === null) return writeScalar(value, { inFlow: true })
  const pairs = Object.entries(value).map(([name, inner]) => `${key(name)}: ${writeFlow(inner)}`)
  return pairs.length > 0 ? `{ ${pairs.join(', ')} }` : '{}'
}

function key(name: string): string {
  return isPlain(name, true) ? name : JSON.stringify(name)
}

/** In a block of lines; in a folded one, a line break is written as one more. */
function writeBlock(value: string, isLiteral: boolean, indent: string, width: number): string {
  const text = value.replace(/\n$/, '')
  const lines = isLiteral
    ? text
    : text.replace(/\n+/g, '$&\n').replace(/[^\n]+/g, (line) => fold(line, width - indent.length))
  return `${isLiteral ? '|' : '>'}${value.endsWith('\n') ? '' : '-'}\n${lines.replace(/^(?=.)/gm, indent)}`
}

function fold(line: string, width: number): string {
  let [result, length] = ['', 0]
  for (const word of line.split(/(?<=\S) (?=\S)/)) {
    const fits = length + 1 + word.length <= width
    result += length === 0 ? word : `${fits ? ' ' : '\n'}${word}`
    length = fits && length > 0 ? length + 1 + word.length : word.length
  }
  return result
}

/** Whether YAML reads a text without quotes as that text, and not as a number, a truth or a mark. */
function isPlain(value: string, inFlow: boolean): boolean {
  const written = inFlow ? `[${value}]` : `a: ${value}`
  if (value.includes('\n') || stringify(value, { lineWidth: 0 }).trim() !== value) return false
  const read = parseDocument(written, { logLevel: 'silent' })
  const [found] = Object.values((read.errors.length === 0 ? (read.toJS() as object | null) : null) ?? {})
  return found === value
}

/** Whether a value has parts. */
export function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
