import type { CollectionPages } from './collections/collection.ts'
import { type Content, getListedEntries, getPagedEntries } from './collections/content.ts'
import { collections } from './collections/list.ts'
import type { PagedEntry } from './entries/entry.ts'
import { formatPageLabel, listPagePaths, type Pagination } from './schema/pagination.ts'

/** A URL of the site, and the entry that it shows. Only the path of the front page ends in a slash. */
export interface Route {
  path: string
  /** Title for search results and browser tabs; the site name is appended. */
  title: string
  description: string
  entry: PagedEntry
  pages: CollectionPages<PagedEntry, string>
  /** Position of the page in a paginated list. */
  pagination?: Pagination
}

/** Lists every URL of the site. */
export function listRoutes(content: Content): Route[] {
  return collections.flatMap((collection) => {
    const { pages } = collection
    if (!pages) return []
    return getPagedEntries(collection, content).flatMap((entry) => {
      const title = String(pages.title.map((field) => entry[field]).find(Boolean))
      const route = { path: entry.path, title, description: String(entry[pages.description]), entry, pages }
      const folder = pages.lists?.(entry)
      return folder === undefined ? route : paginate(route, countEntries(folder, content), content)
    })
  })
}

/** Returns a route for each page of a list. */
function paginate(route: Route, entries: number, { site }: Content): Route[] {
  const paths = listPagePaths(route.path, entries)
  if (paths.length === 1) return [route]
  return paths.map((path, index) => {
    const page = index + 1
    const words = formatPageLabel(site.labels.page, page, paths.length)
    const pagination = { page, of: paths.length, first: route.path, words }
    if (page === 1) return { ...route, pagination }
    return {
      ...route,
      path,
      title: `${route.title} · ${words}`,
      description: `${words} · ${route.description}`,
      pagination,
    }
  })
}

function countEntries(folder: string, content: Content): number {
  return collections.flatMap((collection) => getListedEntries(collection, folder, content)).length
}
