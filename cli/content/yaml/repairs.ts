import type { YAMLParseError } from 'yaml'
import type { Edit } from '../../diagnostics/edit.ts'
import type { Explanations } from '../../diagnostics/explanation.ts'
import { lineStart, type Range } from '../../diagnostics/location.ts'

/** A mistake in YAML: what it is, where, and the ways in which it could be put right. */
export interface Mistake {
  rule: string
  range: Range
  message: string
  help: string
  /** Each is a whole repair; the one after which the text can be read farthest counts. */
  repairs: Edit[][]
}

const KEY = /^([ \t]*(?:-[ \t]+)*)([A-Za-z][\w-]*):/

/** Recognizes what a syntax error of the parser comes from; undefined when it may be many things. */
export function recognizeMistake(
  text: string,
  { code, pos: [at] }: YAMLParseError,
  start: number,
): Mistake | undefined {
  // A line that begins with a tab is one wherever the parser noticed.
  if (code === 'TAB_AS_INDENT' || /^\t/m.test(text.slice(start, lineEnd(text, at)))) return tabs(text, start)
  const found = strangeSpace(text, at) ?? stuckDash(text, at) ?? otherBullet(text, at)
  if (found) return found
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return colonInValue(text, at) ?? indentedTooFar(text, at)
  if (code === 'MULTILINE_IMPLICIT_KEY' || code === 'MISSING_CHAR') return missingSpace(text, at)
  if (['BAD_SCALAR_START', 'UNEXPECTED_TOKEN', 'BAD_ALIAS'].includes(code)) return needsQuotes(text, at)
  return undefined
}

/** All lines that are indented with tabs at once: they are one mistake, made once, in the editor's settings. */
function tabs(text: string, start: number): Mistake {
  const indents = [...text.slice(start).matchAll(/^[ \t]*(?:-[ \t]+)*/gm)].filter(([indent]) => indent.includes('\t'))
  const all = indents.flatMap(({ 0: indent, index: from }) =>
    [...indent.matchAll(/\t/g)].map(({ index }) => start + from + index),
  )
  const first = all[0] ?? text.indexOf('\t', start)
  return {
    rule: 'yaml/tab',
    range: [first, first + 1],
    message: `${indents.length === 1 ? 'this line is' : `${indents.length} lines are`} indented with a tab`,
    help: 'Indent with spaces: YAML does not allow tabs.',
    repairs: ['  ', '    ', ''].map((spaces) => all.map((tab) => ({ start: tab, end: tab + 1, text: spaces }))),
  }
}

/** `title: SEO: the guide` */
function colonInValue(text: string, at: number): Mistake | undefined {
  const colon = at + text.slice(at, lineEnd(text, at)).search(/:(?:\s|$)/)
  if (colon < at) return undefined
  const message = 'this colon begins a second field in the same line'
  const help = 'Put quotes around the whole text after the first colon.'
  return { rule: 'yaml/unquoted-colon', range: [colon, colon + 1], message, help, repairs: quoted(text, at) }
}

function indentedTooFar(text: string, at: number): Mistake {
  const next = lineEnd(text, at)
  const from = next + (/^\r?\n[ \t]*/.exec(text.slice(next))?.[0].length ?? 0)
  const message = 'this line is indented too far: it would belong to the text above'
  const help = 'Indent it as much as the field above, or leave that field without a text of its own.'
  return { rule: 'yaml/syntax', range: [from, lineEnd(text, from)], message, help, repairs: [] }
}

/** `title:Foo` */
function missingSpace(text: string, at: number): Mistake | undefined {
  const from = lineStart(text, at)
  const [whole, , name = ''] = KEY.exec(text.slice(from, lineEnd(text, at))) ?? []
  if (!whole || !/[^\s/]/.test(text[from + whole.length] ?? ' ')) return undefined
  const end = from + whole.length
  const message = `there is no space after "${name}:"`
  const help = `Write "${name}: ${text.slice(end, lineEnd(text, at)).trim()}".`
  return { rule: 'yaml/missing-space', range: [end - 1, end], message, help, repairs: [insertSpace(end)] }
}

/** A space that only looks like one, before a field or after its colon: copied from a page or a letter. */
function strangeSpace(text: string, at: number): Mistake | undefined {
  const from = lineStart(text, at)
  const [blanks = ''] = /^\s*(?:-\s+)*(?:[A-Za-z][\w-]*:\s*)?/.exec(text.slice(from, lineEnd(text, at))) ?? []
  const strange = [...blanks.matchAll(/[^\S \t\r\n]/g)].map(({ index }) => from + index)
  const [first] = strange
  if (first === undefined) return undefined
  return {
    rule: 'yaml/missing-space',
    range: [first, first + 1],
    message: 'this is no plain space but one that YAML takes for a letter, such as a no-break space',
    help: 'Write a plain space in its place.',
    // Before a field it may be one of the spaces, or one too many: where the field belongs would be a guess.
    repairs: /^[ \t]*\S/.test(blanks) ? [strange.map((start) => ({ start, end: start + 1, text: ' ' }))] : [],
  }
}

/** `-quin-lamps` between entries of a list. */
function stuckDash(text: string, at: number): Mistake | undefined {
  const own = lineStart(text, at)
  for (const from of [own, lineStart(text, Math.max(own - 1, 0))]) {
    const line = text.slice(from, lineEnd(text, from))
    const [dash] = /^[ \t]*-(?=[^\s-])/.exec(line) ?? []
    if (!dash || !text.split('\n').some((other) => other.startsWith(`${dash} `))) continue
    const end = from + dash.length
    const help = `Write "- ${line.slice(dash.length)}".`
    return { ...NO_SPACE_AFTER_DASH, range: [end - 1, end], help, repairs: [insertSpace(end)] }
  }
  return undefined
}

/** `* Lead up` or `• Lead up` in one column with other entries of a list. */
function otherBullet(text: string, at: number): Mistake | undefined {
  for (const from of [lineStart(text, at), lineEnd(text, at) + 1]) {
    const [whole, indent = ''] = /^([ \t]*)[*+•–—][ \t]+/.exec(text.slice(from, from + 200)) ?? []
    if (!whole || (text.match(new RegExp(`^${indent}[-*+•–—][ \\t]`, 'gm')) ?? []).length < 2) continue
    const bullet = from + indent.length
    const message = `an entry of a list begins with a dash, not with ${text[bullet]}`
    const edit = { start: bullet, end: bullet + 1, text: '-' }
    return { rule: 'yaml/needs-quotes', range: [bullet, bullet + 1], message, help: 'Write a dash.', repairs: [[edit]] }
  }
  return undefined
}

/** A text that begins with a character that means something else to YAML. */
function needsQuotes(text: string, at: number): Mistake | undefined {
  const from = lineStart(text, at)
  const [begin = ''] = /^[ \t]*(?:-[ \t]+)*(?:[A-Za-z][\w-]*:[ \t]+)?/.exec(text.slice(from, lineEnd(text, at))) ?? []
  const start = from + begin.length
  const first = text[start] ?? ''
  if (!/[@`%*&!{[|>'",?]/.test(first)) return undefined
  const end = lineEnd(text, start)
  const rule = 'yaml/needs-quotes'
  if (first === '|' || first === '>') {
    const message = `after ${/^[|>][\d+-]*/.exec(text.slice(start))?.[0]} a text begins on the next line`
    const help = 'Put it there, indented, or put quotes around all of it.'
    return { rule, range: [start, end], message, help, repairs: [] }
  }
  if ((first === '[' || first === '{') && !isClosed(text.slice(start, at))) {
    const [open, close, what] = first === '[' ? ['[', ']', 'a list'] : ['{', '}', 'a group']
    const message = `a text inside ${what} in ${open} ${close} needs quotes when it holds { } [ ] or a comma`
    const help = `Put quotes around that text, or close ${what} with ${close}.`
    return { rule, range: [at, end], message, help, repairs: [] }
  }
  const isQuote = first === '"' || first === "'"
  return {
    rule,
    range: [start, end],
    message: isQuote
      ? `the quote that begins this text ends before its last word`
      : `a text cannot begin with ${first} unless it is in quotes`,
    help: isQuote ? 'Put the other kind of quotes around the whole text.' : 'Put quotes around the whole text.',
    repairs: quoted(text, start),
  }
}

export const NO_SPACE_AFTER_DASH = { rule: 'yaml/missing-space', message: 'there is no space after the dash' }

export function insertSpace(at: number): Edit[] {
  return [{ start: at, end: at, text: ' ' }]
}

/** Whether every bracket that opens in a text is closed in it. */
function isClosed(text: string): boolean {
  let open = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) open += bracket === '[' || bracket === '{' ? 1 : -1
  return open === 0
}

/** Quotes from an offset to the end of the line, or to the comment that ends it. */
export function quoted(text: string, start: number): Edit[][] {
  const line = text.slice(start, lineEnd(text, start))
  const value = line.replace(/\s+#(?:\s.*)?$/, '')
  return value === '' ? [] : [[{ start, end: start + value.length, text: quote(value) }]]
}

/** A text in quotes, as a person would write it. Quotes that enclose all of it already are not doubled. */
export function quote(value: string): string {
  const enclosed = /^(["'])([^\\]*)\1$/.exec(value)
  const inner = enclosed?.[2] ?? value
  return /["\\]/.test(inner) ? `'${inner.replaceAll("'", "''")}'` : `"${inner}"`
}

/** Offset after the last character of the line that is no space. */
function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at)
  const end = next < 0 ? text.length : next
  return at + text.slice(at, end).trimEnd().length
}

export const yamlRules: Explanations = {
  'yaml/tab': {
    means: 'A line is indented with a tab, which YAML does not allow.',
    matters: 'Nothing of the file can be shown until it can be read.',
    bad: 'items:\n\t- one',
    good: 'items:\n  - one',
    fix: 'Indent with two spaces, or let --fix do it. Most editors can be told to insert spaces for .yaml files.',
  },
  'yaml/unquoted-colon': {
    means: 'A text with a colon and a space in it is taken for a second field.',
    matters: 'The file cannot be read, or a part of the text disappears.',
    bad: 'title: SEO: the short guide',
    good: 'title: "SEO: the short guide"',
    fix: 'Put quotes around the whole text, or let --fix do it.',
  },
  'yaml/missing-space': {
    means: 'There is no space after the colon of a field or the dash of an entry, or one that only looks like a space.',
    matters: 'Name and text are taken for one word, so the field is missing.',
    bad: 'title:Prime Day',
    good: 'title: Prime Day',
    fix: 'Write a space there, or let --fix do it.',
  },
  'yaml/needs-quotes': {
    means:
      'A text begins with a character that means something else to YAML, such as @ * & ! % [ { or a quote; or an entry of a list with * or • in place of a dash.',
    matters: 'The file cannot be read, or the beginning of the text is not shown.',
    bad: 'title: [Draft] Prime Day',
    good: 'title: "[Draft] Prime Day"',
    fix: 'Put quotes around the whole text; --fix does it where the whole line is the text. After | or > a text begins on the next line. In [ ] and { } put them around the one text.',
  },
}
