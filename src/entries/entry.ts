import type { PageOptions } from './page-options.ts'

/** An entry with its slug (the file name without extension) and its file, relative to the content folder. */
export type Entry<T = Record<string, unknown>> = T & { slug: string; file: string }

/** An entry that has its own page. */
export type PagedEntry<T = Record<string, unknown>, Folder extends string = string> = Entry<T> & {
  folder: Folder
  /** Path of the page. Only the front page's path ends in a slash. */
  path: string
  /** Set if the page has a Markdown copy (`RenderedBody`). */
  markdown?: string
  /** Set if the page exists only in another language; `path` is then the path of that page. */
  isForeign?: true
} & PageOptions

export interface Heading {
  id: string
  text: string
}

/** An entry's Markdown body, rendered to sanitized HTML. */
export type RenderedBody = {
  html: string
  headings: Heading[]
  words: number
  /** The Markdown with facts filled in, if `markdownCopies` in site.yaml is true. */
  markdown?: string
}
