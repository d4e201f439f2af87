import { hashCode, openCache } from '../../cache.mjs'
import type { Rendered } from './rendered.ts'

/** Renders Markdown to safe HTML, and provides the cache for data derived from content. */
export function createMarkdown(cacheFolder?: string) {
  return {
    /** Cache for anything expensive that is derived from content. Keys begin with the hash of the code. */
    cache: openCache(cacheFolder),
    code: hashCode(),
    async render(text: string): Promise<Rendered> {
      // Load the parser only when there is text to parse.
      return (await import('./render.ts')).renderMarkdown(text)
    },
  }
}
export type Markdown = ReturnType<typeof createMarkdown>
