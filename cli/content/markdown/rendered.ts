import type { Heading } from '@northshelf/site/entries/entry.ts'
import type { MarkdownLink } from './links.ts'
import type { MarkupIssue } from './suspicious-markup.ts'

export interface RenderedMarkdown {
  html: string
  /** Second-level headings, for the table of contents. */
  headings: Heading[]
  words: number
  found: MarkdownAnalysis
}

/** Analysis of Markdown text for the checks, cached with the rendered HTML. */
export interface MarkdownAnalysis {
  links: MarkdownLink[]
  /** All anchors in the text. */
  ids: string[]
  /** Ranges of HTML, which the page omits. */
  html: { start: number; end: number }[]
  /** Markup whose result is probably not what the author intended. */
  issues: MarkupIssue[]
}
