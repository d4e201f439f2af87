import type { Heading } from '@northshelf/site/sections/view.ts'
import { hashSources, openCache } from '../cache.mjs'
import type { MarkdownLink } from './markdown-links.ts'
import type { MarkdownTrouble } from './markdown-troubles.ts'

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

/** Renders markdown into safe HTML, and knows where what came of content is kept. */
export function createMarkdown(cacheFolder?: string) {
  return {
    /** Whatever is derived from content and costs time may be kept here, by a key that begins with the code. */
    cache: openCache(cacheFolder),
    code: hashSources('cli', 'src'),
    async render(text: string): Promise<Rendered> {
      // The parser is loaded only when there is something to parse.
      return (await import('./render-markdown.ts')).renderMarkdown(text)
    },
  }
}
export type Markdown = ReturnType<typeof createMarkdown>
