import { isNode, isScalar, Lexer, type Node, type Pair } from 'yaml'
import { lineStart } from '../../diagnostics/location.ts'

/** Offsets of a node: its first character, past its last one, and past all that belongs to it. */
export function rangeOf({ range }: Node): [number, number, number] {
  return (range as [number, number, number] | null | undefined) ?? [0, 0, 0]
}

export function nameOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key)
}

export function listComments(yaml: string): string[] {
  return [...new Lexer().lex(yaml)].filter((token) => token.startsWith('#'))
}

/** Blanks at the beginning of the field or list entry that an offset lies in; its dashes count as blanks. */
export function indentAt(yaml: string, offset: number): string {
  let line = lineStart(yaml, offset)
  // What stands under its key belongs to that.
  while (line > 0 && yaml.slice(line, offset).trim() === '') line = lineStart(yaml, line - 1)
  const [, blanks = '', dashes = ''] = /^([ \t]*)((?:-[ \t]+)*)/.exec(yaml.slice(line)) ?? []
  const isField = /^[^\s#]+:(?:\s|$)/.test(yaml.slice(line + blanks.length + dashes.length))
  return isField ? blanks + ' '.repeat(dashes.length) : blanks + ' '.repeat(Math.max(0, dashes.length - 2))
}

/** The offset past the last character of a range that is no blank. */
export function trimmed(yaml: string, start: number, end: number): number {
  return start + yaml.slice(start, end).trimEnd().length
}

/** Where the lines of a field end. */
export function endOfField(yaml: string, { key, value }: Pair): number {
  return endOfValue(yaml, isNode(value) && value.range ? value : (key as Node))
}

/** Where the lines of a value end. */
export function endOfValue(yaml: string, node: Node): number {
  const [start, end] = rangeOf(node)
  const line = yaml.indexOf('\n', trimmed(yaml, start, end))
  return line < 0 ? yaml.length : line + 1
}

/** The beginning of the comment lines right above a line. Those at the top speak of the whole file. */
export function withOwnComments(yaml: string, line: number): number {
  let start = line
  while (start > 0) {
    const above = lineStart(yaml, start - 1)
    if (!/^[ \t]*#/.test(yaml.slice(above, start))) break
    start = above
  }
  return start === 0 ? line : start
}

/** A text to put in at the beginning of a line, or behind the last one. */
export function asLines(yaml: string, at: number, text: string): string {
  return at === 0 || yaml[at - 1] === '\n' ? `${text.trimEnd()}\n` : `\n${text.trimEnd()}`
}
