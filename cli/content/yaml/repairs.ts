import type { YAMLParseError } from 'yaml'
import type { Edit } from '../../diagnostics/edit.ts'
import { findLineStart, type Range } from '../../diagnostics/location.ts'

/** A mistake in YAML, with its location and possible repairs. */
export interface YamlMistake {
  rule: string
  range: Range
  message: string
  help: string
  /** Alternative repairs. The repair that lets the parser read farthest is applied. */
  repairs: Edit[][]
}

/** Returns the mistake that caused a syntax error; undefined if the cause is ambiguous. */
export function recognizeMistake(
  text: string,
  { code, pos: [offset] }: YAMLParseError,
  start: number,
): YamlMistake | undefined {
  // If a line starts with a tab, that is the cause, no matter where the parser reports the error.
  if (code === 'TAB_AS_INDENT' || /^\t/m.test(text.slice(start, lineEnd(text, offset)))) return tabs(text, start)
  const found = unusualSpace(text, offset) ?? stuckDash(text, offset) ?? otherBullet(text, offset)
  if (found) return found
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return colonInValue(text, offset) ?? indentedTooFar(text, offset)
  if (code === 'BLOCK_IN_FLOW') return colonInGroup(text, offset)
  if (code === 'MULTILINE_IMPLICIT_KEY' || code === 'MISSING_CHAR') return missingSpace(text, offset)
  if (['BAD_SCALAR_START', 'UNEXPECTED_TOKEN', 'BAD_ALIAS'].includes(code)) return needsQuotes(text, offset)
  return undefined
}

/** Reports all tab-indented lines as one mistake, because one editor setting causes them all. */
function tabs(text: string, start: number): YamlMistake {
  const indents = [...text.slice(start).matchAll(/^[ \t]*(?:-[ \t]+)*/gm)].filter(([indent]) => indent.includes('\t'))
  const all = indents.flatMap(({ 0: indent, index: from }) =>
    [...indent.matchAll(/\t/g)].map(({ index }) => start + from + index),
  )
  const first = all[0] ?? text.indexOf('\t', start)
  const message = `${indents.length === 1 ? 'this line is' : `${indents.length} lines are`} indented with a tab`
  const help = 'Indent with spaces: YAML does not allow tabs.'
  const repairs = ['  ', '    ', ''].map((spaces) => all.map((tab) => ({ start: tab, end: tab + 1, text: spaces })))
  return { rule: 'yaml/tab', range: [first, first + 1], message, help, repairs }
}

/** Recognizes an unquoted colon in a value, as in `title: SEO: the guide`. */
function colonInValue(text: string, offset: number): YamlMistake | undefined {
  const colon = offset + text.slice(offset, lineEnd(text, offset)).search(/:(?:\s|$)/)
  if (colon < offset) return undefined
  return { ...UNQUOTED_COLON, range: [colon, colon + 1], repairs: createQuotingRepairs(text, offset) }
}

/** Recognizes an unquoted colon in a value of a group in braces, as in `{ title: SEO: the guide }`. */
function colonInGroup(text: string, offset: number): YamlMistake | undefined {
  const [value = ''] = /^[^"'{}[\],]+(?=[,}\]])/.exec(text.slice(offset, lineEnd(text, offset))) ?? []
  const colon = value.search(/:\s/)
  const isFirst = text.slice(findLineStart(text, offset), offset).trim() === ''
  if (colon < 0 || isFirst) return undefined
  const quoted = value.trimEnd()
  const repairs = [[{ start: offset, end: offset + quoted.length, text: quoteText(quoted) }]]
  return { ...UNQUOTED_COLON, range: [offset + colon, offset + colon + 1], repairs }
}

const UNQUOTED_COLON = {
  rule: 'yaml/unquoted-colon',
  message: 'this colon starts a second field on the same line',
  help: 'Put quotes around the whole text after the first colon.',
}

function indentedTooFar(text: string, offset: number): YamlMistake {
  const next = lineEnd(text, offset)
  const from = next + (/^\r?\n[ \t]*/.exec(text.slice(next))?.[0].length ?? 0)
  const message = 'this line is indented too far: it would continue the text above'
  const help = 'Indent it like the field above, or remove the text of that field.'
  return { rule: 'yaml/syntax', range: [from, lineEnd(text, from)], message, help, repairs: [] }
}

/** Recognizes a missing space after a field name, as in `title:Foo`. */
function missingSpace(text: string, offset: number): YamlMistake | undefined {
  const from = findLineStart(text, offset)
  const line = text.slice(from, lineEnd(text, offset))
  const [prefix, name = ''] = /^[ \t]*(?:-[ \t]+)*([A-Za-z][\w-]*):/.exec(line) ?? []
  if (!prefix || !/[^\s/]/.test(text[from + prefix.length] ?? ' ')) return undefined
  const end = from + prefix.length
  const message = `there is no space after "${name}:"`
  const help = `Write "${name}: ${text.slice(end, lineEnd(text, offset)).trim()}".`
  return { rule: 'yaml/missing-space', range: [end - 1, end], message, help, repairs: [createSpaceInsertion(end)] }
}

/** Recognizes a no-break or other unusual space before a field or after its colon, often copied from a web page. */
function unusualSpace(text: string, offset: number): YamlMistake | undefined {
  const from = findLineStart(text, offset)
  const [blanks = ''] = /^\s*(?:-\s+)*(?:[A-Za-z][\w-]*:\s*)?/.exec(text.slice(from, lineEnd(text, offset))) ?? []
  const unusual = [...blanks.matchAll(/[^\S \t\r\n]/g)].map(({ index }) => from + index)
  const [first] = unusual
  if (first === undefined) return undefined
  const message = 'this is not a plain space but another character, such as a no-break space'
  const help = 'Replace it with a plain space.'
  // An unusual space before a field is not repaired, because the intended indentation would be a guess.
  const repairs = /^[ \t]*\S/.test(blanks) ? [unusual.map((start) => ({ start, end: start + 1, text: ' ' }))] : []
  return { rule: 'yaml/missing-space', range: [first, first + 1], message, help, repairs }
}

/** Recognizes a list item without a space after its dash, such as `-quin-lamps`. */
function stuckDash(text: string, offset: number): YamlMistake | undefined {
  const current = findLineStart(text, offset)
  for (const from of [current, findLineStart(text, Math.max(current - 1, 0))]) {
    const line = text.slice(from, lineEnd(text, from))
    const [dash] = /^[ \t]*-(?=[^\s-])/.exec(line) ?? []
    if (!dash || !text.split('\n').some((other) => other.startsWith(`${dash} `))) continue
    const end = from + dash.length
    const help = `Write "- ${line.slice(dash.length)}".`
    return { ...NO_SPACE_AFTER_DASH, range: [end - 1, end], help, repairs: [createSpaceInsertion(end)] }
  }
  return undefined
}

/** Recognizes a list item with the wrong bullet, such as `* Lead up` or `• Lead up`, aligned with other list items. */
function otherBullet(text: string, offset: number): YamlMistake | undefined {
  for (const from of [findLineStart(text, offset), lineEnd(text, offset) + 1]) {
    const [prefix, indent = ''] = /^([ \t]*)[*+•–—][ \t]+/.exec(text.slice(from, from + 200)) ?? []
    if (!prefix || (text.match(new RegExp(`^${indent}[-*+•–—][ \\t]`, 'gm')) ?? []).length < 2) continue
    const bullet = from + indent.length
    const message = `list items start with a dash, not with ${text[bullet]}`
    const edit = { start: bullet, end: bullet + 1, text: '-' }
    return { rule: 'yaml/needs-quotes', range: [bullet, bullet + 1], message, help: 'Write a dash.', repairs: [[edit]] }
  }
  return undefined
}

/** Recognizes a string that starts with a character that has a special meaning in YAML. */
function needsQuotes(text: string, offset: number): YamlMistake | undefined {
  const from = findLineStart(text, offset)
  const [begin = ''] =
    /^[ \t]*(?:-[ \t]+)*(?:[A-Za-z][\w-]*:[ \t]+)?/.exec(text.slice(from, lineEnd(text, offset))) ?? []
  const start = from + begin.length
  const first = text[start] ?? ''
  if (!/[@`%*&!{[|>'",?]/.test(first)) return undefined
  const end = lineEnd(text, start)
  const rule = 'yaml/needs-quotes'
  if (first === '|' || first === '>') {
    const message = `after ${/^[|>][\d+-]*/.exec(text.slice(start))?.[0]} the text must start on the next line`
    const help = 'Indent the text on the next line, or put quotes around it.'
    return { rule, range: [start, end], message, help, repairs: [] }
  }
  if ((first === '[' || first === '{') && !isClosed(text.slice(start, offset))) {
    const [open, close, what] = first === '[' ? ['[', ']', 'a list'] : ['{', '}', 'a group']
    const message = `text inside ${open} ${close} needs quotes if it contains { } [ ] or a comma`
    const help = `Put quotes around that text, or close ${what} with ${close}.`
    return { rule, range: [offset, end], message, help, repairs: [] }
  }
  const repairs = createQuotingRepairs(text, start)
  if (first === '"' || first === "'") {
    const message = 'the quotes around this text end before its last word'
    return { rule, range: [start, end], message, help: 'Put the other type of quotes around the whole text.', repairs }
  }
  const message = `text that starts with ${first} needs quotes`
  return { rule, range: [start, end], message, help: 'Put quotes around the whole text.', repairs }
}

export const NO_SPACE_AFTER_DASH = { rule: 'yaml/missing-space', message: 'there is no space after the dash' }

export function createSpaceInsertion(offset: number): Edit[] {
  return [{ start: offset, end: offset, text: ' ' }]
}

function isClosed(text: string): boolean {
  let open = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) open += bracket === '[' || bracket === '{' ? 1 : -1
  return open === 0
}

/** Returns the repair that quotes everything from an offset to the end of the line, or up to a trailing comment. */
export function createQuotingRepairs(text: string, start: number): Edit[][] {
  const line = text.slice(start, lineEnd(text, start))
  const value = line.replace(/(?<!\s)\s+#(?:\s.*)?$/, '')
  return value === '' ? [] : [[{ start, end: start + value.length, text: quoteText(value) }]]
}

/** Quotes a string, if possible with double quotes. Replaces quotes that already enclose the whole string. */
export function quoteText(value: string): string {
  const enclosed = /^(["'])([^\\]*)\1$/.exec(value)
  const inner = enclosed?.[2] ?? value
  return /["\\]/.test(inner) ? `'${inner.replaceAll("'", "''")}'` : `"${inner}"`
}

/** Returns the offset just after the line's last non-space character. */
function lineEnd(text: string, offset: number): number {
  const next = text.indexOf('\n', offset)
  const end = next < 0 ? text.length : next
  return offset + text.slice(offset, end).trimEnd().length
}
