import { isNode, isScalar, Lexer, type Node, type Pair } from 'yaml'
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
