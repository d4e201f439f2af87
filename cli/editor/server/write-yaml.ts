import { parseDocument, stringify } from 'yaml'

/** As wide as new lines become. */
const WIDTH = 100

interface Place {
  /** How the value was written that it takes the place of, as `yaml` names it. */
  type?: string | null | undefined
  /** Whether it stands within brackets or braces. */
  inFlow?: boolean
  /** Blanks before the field or list entry that has it. */
  indent?: string
  /** The lines that it had below its first one: they stay where their words do. None of a new value. */
  lines?: readonly string[]
}

/** A value without parts, as YAML, from its first character on. Long texts are folded unless they were not; quotes stay where they were. */
export function writeScalar(value: unknown, { type, inFlow = false, indent = '', lines }: Place = {}): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}'
  if (typeof value !== 'string') return String(value)
  if (inFlow) return isPlain(value, true) && !type?.startsWith('QUOTE') ? value : JSON.stringify(value)
  // No block can say these.
  const isOdd = /^[\s]|[ \t](?:\n|$)|[\t\r]|\n\n$/.test(value) || /\n[ ]/.test(value) || value.trim() === ''
  const wasBlock = type?.startsWith('BLOCK')
  const wasLine = lines?.length === 0 || type?.startsWith('QUOTE')
  const isLong = indent.length + value.length > WIDTH && /\S \S/.test(value) && !wasLine
  if (!isOdd && (wasBlock || isLong || value.includes('\n')))
    return writeBlock(value, type === 'BLOCK_LITERAL' || (!wasBlock && value.includes('\n')), `${indent}  `, lines)
  if (type === 'QUOTE_SINGLE' && !isOdd) return `'${value.replaceAll("'", "''")}'`
  return isPlain(value, false) && type !== 'QUOTE_DOUBLE' ? value : JSON.stringify(value)
}

/** A group or list as YAML, one line for each field or entry, every line with the blanks before it. */
export function writeValue(value: object, indent: string): string {
  const inner = `${indent}  `
  const write = (part: unknown, lead: string) =>
    hasParts(part) ? undefined : `${lead} ${writeScalar(part, { indent })}`
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
function writeBlock(value: string, isLiteral: boolean, indent: string, known: readonly string[] = []): string {
  const text = value.replace(/\n$/, '')
  const width = known.length > 1 ? Math.max(...known.map((line) => line.trimEnd().length)) : WIDTH
  const lines = isLiteral
    ? text
    : text.replace(/\n+/g, '$&\n').replace(/[^\n]+/g, (line) => fold(line, width - indent.length, known))
  return `${isLiteral ? '|' : '>'}${value.endsWith('\n') ? '' : '-'}\n${lines.replace(/^(?=.)/gm, indent)}`
}

/** Breaks a text into lines. Where one that was there stands in it, it is a line again, and so no change. */
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
    // Behind the last of them, what is new goes on.
    isOpen = !kept || left.length === 0
    rest = rest.slice(part.length + 1)
  }
  return lines.join('\n')
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
export function hasParts(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
