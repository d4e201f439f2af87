import type { Heading } from '@northshelf/site/entries/entry.ts'
import type { MarkdownLink } from './links.ts'
import type { MarkupIssue } from './suspicious-markup.ts'

export interface Rendered {
  html: string
  /** The second-level headings, for the contents list. */
  headings: Heading[]
  words: number
  found: MarkdownFacts
}

/** Facts about a text for the checks, cached with its HTML. */
export interface MarkdownFacts {
  links: MarkdownLink[]
  /** Every anchor of the text. */
  ids: string[]
  /** Ranges of HTML, which is left out of the page. */
  html: { start: number; end: number }[]
  /** Markup that probably does not show what the author intended. */
  issues: MarkupIssue[]
}
