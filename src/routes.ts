import type { Paged, Pages } from './collections/collection.ts'
import { type Content, pagedEntries } from './collections/content.ts'
import { collections } from './collections/list.ts'

/** One URL of the site and the entry it shows. `path` never ends in a slash, but for `/` itself. */
export interface Route {
  path: string
  /** For search results and browser tabs; the name of the site is added. */
  title: string
  description: string
  entry: Paged
  /** What pages of this kind are. */
  pages: Pages<Paged, string>
}

/** Every URL of the site, in one place. */
export function listRoutes(content: Content): Route[] {
  return collections.flatMap((collection) => {
    const { pages } = collection
    if (!pages) return []
    return pagedEntries(collection, content).map((entry) => ({
      path: entry.path,
      title: String(pages.title.map((field) => entry[field]).find(Boolean)),
      description: String(entry[pages.description]),
      entry,
      pages,
    }))
  })
}
