import { decodeHTMLStrict } from 'entities'
import { nameToEmoji } from 'gemoji'
import type { Nodes, Parent, Root } from 'mdast'
import { MARK_CHARACTERS } from '../literal-markup.ts'
import { extractPlainText, walk } from './tree.ts'

/**
 * Text of a block, or of a link, as visitors see it. Shows each character that cannot be left-over markup as `OPAQUE`:
 * escaped characters, character references, code, images and links.
 */
export interface ShownText {
  text: string
  /** Offsets in the source at which each character starts and ends. */
  starts: readonly number[]
  ends: readonly number[]
  /** Numbers of the source nodes that contain the characters. */
  nodes: readonly number[]
}

/** Object replacement character: neither a letter, a space nor punctuation. */
export const OPAQUE = '\uFFFC'

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);/iy
/** Matches a line ending, the spaces before it and the marks of enclosing quotes and lists after it. */
const LINE_END = /[ \t]*(?:\r\n?|\n)[ \t>]*/y
const PUNCTUATION = /[!-/:-@[-`{-~]/

/** Lists the text of all paragraphs, headings, table cells and links. To save time, skips blocks without marks. */
export function listShownTexts(tree: Root, source: string): ShownText[] {
  const found: ShownText[] = []
  const read = (block: Parent) => {
    const text = createShownText()
    collect(block.children as Nodes[], text, source, read)
    found.push(text)
  }
  walk(tree, (node) => {
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') return
    const text = extractPlainText(node)
    if (MARK_CHARACTERS.test(text) || CHARACTERS.test(text)) read(node)
  })
  return found
}

/** Returns the text inside a block of HTML, in which only character references are opaque. */
export function readHtmlText({ start, end }: { start: number; end: number }, source: string): ShownText {
  const shown = createShownText()
  for (let at = start; at < end; ) {
    const reference = source[at] === '&' ? matchAt(REFERENCE, source, at) : undefined
    const length = reference?.length ?? 1
    shown.text += reference ? OPAQUE : source[at]
    shown.starts.push(at)
    shown.ends.push(at + length)
    shown.nodes.push(0)
    at += length
  }
  return shown
}

function createShownText() {
  return { text: '', starts: [] as number[], ends: [] as number[], nodes: [] as number[], count: 0 }
}
type Collected = ReturnType<typeof createShownText>

function collect(nodes: readonly Nodes[], into: Collected, source: string, read: (block: Parent) => void): void {
  for (const node of nodes) {
    if (!node.position) continue
    into.count += 1
    const start = node.position.start.offset ?? 0
    const end = node.position.end.offset ?? 0
    const add = (character: string, from: number, to: number) => {
      into.text += character
      into.starts.push(from)
      into.ends.push(to)
      into.nodes.push(into.count)
    }
    if (node.type === 'text') align(node.value, source, start, end, add)
    else if (node.type === 'emphasis' || node.type === 'strong' || node.type === 'delete')
      collect(node.children, into, source, read)
    else if (node.type === 'link' && !/[[<]/.test(source[start] ?? ''))
      // A bare URL
      for (let at = start; at < end; at++) add(source[at] ?? '', at, at + 1)
    else if (node.type === 'break') add('\n', start, end)
    else if (node.type !== 'html') {
      add(OPAQUE, start, end)
      if (node.type === 'link' || node.type === 'linkReference') read(node)
    }
  }
}

/** Calls `add` for each character of a text node, with its range in the source. */
function align(
  value: string,
  source: string,
  start: number,
  end: number,
  add: (character: string, from: number, to: number) => void,
): void {
  let at = start
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? ''
    const reference = source[at] === '&' ? matchAt(REFERENCE, source, at) : undefined
    const decoded = reference && decodeHTMLStrict(reference)
    const lineEnd = character === '\n' ? matchAt(LINE_END, source, at) : undefined
    if (lineEnd) {
      add('\n', at, at + lineEnd.length)
      at += lineEnd.length
    } else if (reference && decoded && decoded !== reference) {
      for (let unit = 0; unit < decoded.length; unit++) add(OPAQUE, at, at + reference.length)
      index += decoded.length - 1
      at += reference.length
    } else if (source[at] === '\\' && source[at + 1] === character && PUNCTUATION.test(character)) {
      add(OPAQUE, at, at + 2)
      at += 2
    } else {
      const found = source.indexOf(character, at)
      if (found >= 0 && found < end) at = found
      add(found === at ? character : OPAQUE, at, at + 1)
      if (found === at) at += 1
    }
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** Syntax of other Markdown programs, which visitors would see as written. */
export const unsupportedKinds = ['attributes', 'toc', 'emoji', 'inserted', 'backslash'] as const
type UnsupportedKind = (typeof unsupportedKinds)[number]

const ATTRIBUTE = String.raw`[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']+)`
const ATTRIBUTES = String.raw`(?:${ATTRIBUTE}|[.#][\w-]+)(?:[ \t]+(?:${ATTRIBUTE}|[.#][\w-]+))*`

/** Patterns for shown text. The lookbehinds of most exclude words, such as `C++` and `3:2:1`. */
const PATTERNS: readonly [kind: UnsupportedKind, pattern: RegExp][] = [
  // {: width="300" }, and {target=_blank} after a link, an image or code
  [
    'attributes',
    new RegExp(String.raw`\{:[ \t]*${ATTRIBUTE}(?:[ \t]+[^{}\n]*)?\}|(?<=${OPAQUE})\{[ \t]*${ATTRIBUTES}[ \t]*\}`, 'g'),
  ],
  ['toc', /^\[TOC\]$|\{:toc\}/gim],
  ['emoji', /(?<=^|[\s(])(?<!::\s{0,9}):[a-z][a-z0-9_]*:(?=$|[\s.,;!?)])/gm],
  ['inserted', /(?<![\w+])\+\+(?=[^\s+])(?!\w[ \t])[^+\n]*[^\s+]\+\+(?![\w+])/g],
  // The backslash of a path or an emoticon, such as C:\ and :-\, is text.
  ['backslash', /(?<!\\\S{0,99})(?<=[\p{L}\p{N}\s.,;!?)"])\\$(?!\n)/gu],
]

const CHARACTERS = /[{:\\]|\[TOC\]|\+\+/i

interface UnsupportedSyntax {
  kind: UnsupportedKind
  start: number
  end: number
  /** Text that replaces the syntax, if it is unambiguous. */
  replacement: string | undefined
}

/** Lists the syntax in a shown text that only other programs support. */
export function listUnsupportedSyntax(text: string): UnsupportedSyntax[] {
  if (!CHARACTERS.test(text)) return []
  return PATTERNS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: mark, index }) => {
      const found = { kind, start: index, end: index + mark.length }
      if (kind === 'inserted') return { ...found, replacement: undefined }
      if (kind !== 'emoji') return { ...found, replacement: '' }
      // Ignore other words between colons.
      const emoji = nameToEmoji[mark.slice(1, -1)]
      return emoji ? { ...found, replacement: emoji } : []
    }),
  )
}
