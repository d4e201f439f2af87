/** An entry with its slug (the file name) and its file (relative to the content folder). */
export type Entry<T = Record<string, unknown>> = T & { slug: string; file: string }

/** An entry with a page of its own. */
export type Paged<T = Record<string, unknown>, Folder extends string = string> = Entry<T> & {
  folder: Folder
  /** Address of the page, without a trailing slash except for the front page. */
  path: string
}

export interface Heading {
  id: string
  text: string
}

/** The markdown body of an entry, already rendered to safe HTML. */
export type Body = {
  html: string
  headings: Heading[]
  words: number
}
