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
  ['emoji', /(?<=^|[\s(])(?<!::\s*):[a-z][a-z0-9_]*:(?=$|[\s.,;!?)])/gm],
  ['inserted', /(?<![\w+])\+\+(?=[^\s+])(?!\w[ \t])[^+\n]*[^\s+]\+\+(?![\w+])/g],
  // The backslash of a path, such as C:\, is text.
  ['backslash', /(?<!\\\S*|(?<!\S)[A-Za-z]:)\\$(?!\n)/g],
]

const CHARACTERS = /[{:\\]|\[TOC\]|\+\+/i

interface UnsupportedSyntax {
  kind: UnsupportedKind
  start: number
  end: number
  /** Whether pages look the same without the syntax, or do what it asks for. */
  isRemovable: boolean
}

const REMOVABLE = new Set<UnsupportedKind>(['attributes', 'toc', 'backslash'])

/** Lists the syntax in a shown text that only other programs support. */
export function listUnsupportedSyntax(text: string): UnsupportedSyntax[] {
  if (!CHARACTERS.test(text)) return []
  return PATTERNS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: mark, index }) => ({
      ...{ kind, start: index, end: index + mark.length, isRemovable: REMOVABLE.has(kind) },
    })),
  )
}
