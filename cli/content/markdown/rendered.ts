import type { Heading } from '@northshelf/site/entries/entry.ts'
import type { MarkdownLink } from './links.ts'
import type { MarkdownTrouble } from './suspicious-markup.ts'

export interface Rendered {
  html: string
  /** The second-level headings, for the contents list. */
  headings: Heading[]
  words: number
  found: MarkdownFacts
}

/** What the checks want to know of a text, kept beside its rendering. */
export interface MarkdownFacts {
  links: MarkdownLink[]
  /** Every anchor of the text. */
  ids: string[]
  /** Ranges of HTML, which is left out of the page. */
  html: { start: number; end: number }[]
  /** What is shown otherwise than it was meant. */
  troubles: MarkdownTrouble[]
}
