import { nameToEmoji } from 'gemoji'
import { OPAQUE } from './shown-text.ts'

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
