import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Heading } from '../../src/sections/view.ts'
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

/** Raise it when the pipeline below changes, so that no page keeps an old rendering. */
const VERSION = 11

/**
 * Markdown → safe HTML, once per content: the result is kept by the hash of the text,
 * because this step costs more than all the rest of a page together.
 */
export function createMarkdown(cacheFolder: string) {
  mkdirSync(cacheFolder, { recursive: true })
  return {
    /** Whatever is derived from content and costs time may be kept here, under names of its own. */
    cacheFolder,
    async render(text: string): Promise<Rendered> {
      const file = path.join(
        cacheFolder,
        `${createHash('sha256').update(`${VERSION}\n${text}`).digest('hex').slice(0, 32)}.json`,
      )
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as Rendered
      } catch {
        // Not there, or cut off by a crash: render it again.
      }
      // The parser is loaded only when there is something to parse.
      const rendered = await (await import('./render-markdown.ts')).renderMarkdown(text)
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(rendered))
      renameSync(`${file}.${process.pid}`, file)
      return rendered
    },
  }
}
export type Markdown = ReturnType<typeof createMarkdown>
