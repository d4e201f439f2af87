import type { YAMLParseError } from 'yaml'
import type { Edit } from './edit.ts'

/** A known mistake in YAML: what it is, where, and the ways in which it could be put right. */
export interface Mistake {
  rule: string
  start: number
  end: number
  message: string
  help: string
  /** Each is a whole repair; the first after which the text can be read counts. */
  repairs: Edit[][]
}

const KEY = /^([ \t]*(?:-[ \t]+)*)([A-Za-z][\w-]*):/

/** Recognizes what a syntax error of the parser comes from; undefined when it may be many things. */
export function recognizeMistake(text: string, error: YAMLParseError, start: number): Mistake | undefined {
  // A line that begins with a tab is one wherever the parser noticed.
  if (/^\t/m.test(text.slice(start, lineEnd(text, error.pos[0])))) return tabs(text, start)
  const spaces = strangeSpace(text, error.pos[0]) ?? stuckDash(text, error.pos[0])
  if (spaces) return spaces
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return tabs(text, start)
    case 'BLOCK_AS_IMPLICIT_KEY':
      return colonInValue(text, error.pos[0]) ?? indentedTooFar(text, error.pos[0])
    case 'MULTILINE_IMPLICIT_KEY':
    case 'MISSING_CHAR':
      return missingSpace(text, error.pos[0])
    case 'BAD_SCALAR_START':
    case 'UNEXPECTED_TOKEN':
    case 'BAD_ALIAS':
      return needsQuotes(text, error.pos[0])
  }
  return undefined
}

/** All lines that are indented with tabs at once: they are one mistake, made once, in the editor's settings. */
function tabs(text: string, start: number): Mistake {
  const indents = [...text.slice(start).matchAll(/^[ \t]*(?:-[ \t]+)*/gm)]
    .map((match) => ({ start: start + match.index, text: match[0] }))
    .filter((indent) => indent.text.includes('\t'))
  const first = text.indexOf('\t', indents[0]?.start)
  const lines = indents.length === 1 ? 'this line is' : `${indents.length} lines are`
  return {
    rule: 'yaml/tab',
    start: first,
    end: first + 1,
    message: `${lines} indented with a tab`,
    help: 'Indent with spaces: YAML does not allow tabs.',
    repairs: ['  ', '    ', ''].map((spaces) =>
      indents.flatMap((indent) =>
        [...indent.text.matchAll(/\t/g)].map(({ index }) => {
          const tab = indent.start + index
          return { start: tab, end: tab + 1, text: spaces }
        }),
      ),
    ),
  }
}

/** `title: SEO: the guide` */
function colonInValue(text: string, at: number): Mistake | undefined {
  const value = text.slice(at, lineEnd(text, at))
  const colon = value.search(/:(?:\s|$)/)
  if (colon < 0) return undefined
  return {
    rule: 'yaml/unquoted-colon',
    start: at + colon,
    end: at + colon + 1,
    message: 'this colon begins a second field in the same line',
    help: 'Put quotes around the whole text after the first colon.',
    repairs: quoted(text, at),
  }
}

function indentedTooFar(text: string, at: number): Mistake {
  const next = lineEnd(text, at)
  const from = next + (/^\r?\n[ \t]*/.exec(text.slice(next))?.[0].length ?? 0)
  return {
    rule: 'yaml/syntax',
    start: from,
    end: lineEnd(text, from),
    message: 'this line is indented too far: it would belong to the text above',
    help: 'Indent it as much as the field above, or leave that field without a text of its own.',
    repairs: [],
  }
}

/** `title:Foo` */
function missingSpace(text: string, at: number): Mistake | undefined {
  const from = lineStart(text, at)
  const [whole, , name = ''] = KEY.exec(text.slice(from, lineEnd(text, at))) ?? []
  if (!whole || !/[^\s/]/.test(text[from + whole.length] ?? ' ')) return undefined
  const colon = from + whole.length - 1
  return {
    rule: 'yaml/missing-space',
    start: colon,
    end: colon + 1,
    message: `there is no space after "${name}:"`,
    help: `Write "${name}: ${text.slice(colon + 1, lineEnd(text, at)).trim()}".`,
    repairs: [[{ start: colon + 1, end: colon + 1, text: ' ' }]],
  }
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
    start: first,
    end: first + 1,
    message: 'this is no plain space but one that YAML takes for a letter, such as a no-break space',
    help: 'Write a plain space in its place.',
    // Before a field it may be one of the spaces, or one too many: what stands where would be a guess.
    repairs: /^[ \t]*\S/.test(blanks) ? [strange.map((start) => ({ start, end: start + 1, text: ' ' }))] : [],
  }
}

/** `-quin-lamps` between entries of a list. */
function stuckDash(text: string, at: number): Mistake | undefined {
  const own = lineStart(text, at)
  for (const from of [own, lineStart(text, Math.max(own - 1, 0))]) {
    const line = text.slice(from, lineEnd(text, from))
    const [dash] = /^[ \t]*-(?=[^\s-])/.exec(line) ?? []
    const indent = dash?.slice(0, -1)
    const lines = text.split('\n')
    if (!dash || !lines.some((other) => other.startsWith(`${indent}- `))) continue
    const start = from + dash.length - 1
    return {
      rule: 'yaml/missing-space',
      start,
      end: start + 1,
      message: 'there is no space after the dash',
      help: `Write "- ${line.slice(dash.length)}".`,
      repairs: [[{ start: start + 1, end: start + 1, text: ' ' }]],
    }
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
  const mistake = { rule: 'yaml/needs-quotes', start, end: lineEnd(text, start) }
  if (first === '|' || first === '>') {
    const [mark] = /^[|>][\d+-]*/.exec(text.slice(start)) ?? [first]
    const message = `after ${mark} a text begins on the next line`
    return { ...mistake, message, help: 'Put it there, indented, or put quotes around all of it.', repairs: [] }
  }
  if ((first === '[' || first === '{') && !isClosed(text.slice(start, at))) {
    const [open, close, what] = first === '[' ? ['[', ']', 'a list'] : ['{', '}', 'a group']
    const message = `a text inside ${what} in ${open} ${close} needs quotes when it holds { } [ ] or a comma`
    return {
      ...mistake,
      start: at,
      message,
      help: `Put quotes around that text, or close ${what} with ${close}.`,
      repairs: [],
    }
  }
  const isQuote = first === '"' || first === "'"
  return {
    ...mistake,
    message: isQuote
      ? `the quote that begins this text ends before its last word`
      : `a text cannot begin with ${first} unless it is in quotes`,
    help: isQuote ? 'Put the other kind of quotes around the whole text.' : 'Put quotes around the whole text.',
    repairs: quoted(text, start),
  }
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

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Offset after the last character of the line that is no space. */
function lineEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at)
  const end = next < 0 ? text.length : next
  return at + text.slice(at, end).trimEnd().length
}
