import { hashSources, openCache } from '../../cache.mjs'
import type { Rendered } from './rendered.ts'

/** Renders markdown into safe HTML, and knows where what came of content is kept. */
export function createMarkdown(cacheFolder?: string) {
  return {
    /** Whatever is derived from content and costs time may be kept here, by a key that begins with the code. */
    cache: openCache(cacheFolder),
    code: hashSources('cli', 'src'),
    async render(text: string): Promise<Rendered> {
      // The parser is loaded only when there is something to parse.
      return (await import('./render.ts')).renderMarkdown(text)
    },
  }
}
export type Markdown = ReturnType<typeof createMarkdown>
