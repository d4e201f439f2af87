import type { Heading } from '../../src/sections/view.ts'
import { hash, hashSources, openCache } from '../cache.mjs'
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

/** What reads content: YAML, markdown and pictures. What they came to is kept until it, too, has changed. */
export const READER_SOURCES = [
  'cli/content',
  'cli/check/rule.ts',
  'cli/check/once-per.ts',
  'cli/report/failure.ts',
  'src/schema',
  'src/drawings/figure-slot.ts',
]

/**
 * Markdown → safe HTML, once per content: the result is kept by the hash of the text,
 * because this step costs more than all the rest of a page together.
 */
export function createMarkdown(cacheFolder?: string) {
  const cache = openCache(cacheFolder)
  const code = hashSources(...READER_SOURCES)
  return {
    /** Whatever is derived from content and costs time may be kept here, by a key that begins with the code. */
    cache,
    code,
    async render(text: string): Promise<Rendered> {
      const key = hash(code, text)
      const known = cache.findJson('markdown', key) as Rendered | undefined
      if (known) return known
      // The parser is loaded only when there is something to parse.
      const rendered = await (await import('./render-markdown.ts')).renderMarkdown(text)
      cache.store('markdown', key, JSON.stringify(rendered))
      return rendered
    },
  }
}
export type Markdown = ReturnType<typeof createMarkdown>
