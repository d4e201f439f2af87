/** Maximum number of entries on one page of a list. More would make the page too large (docs/decisions/009). */
const ENTRIES = 24

/** Position of a page in a paginated list. */
export interface Pagination {
  /** Page number, counting from 1. */
  page: number
  /** Total number of pages. */
  of: number
  /** Path of the first page. The paths of all other pages start with it. */
  first: string
  /** Page label, such as `Page 2 of 42`. */
  words: string
}

/** Returns the paths of all pages in a list. An empty list has one page. */
export function listPagePaths(first: string, entries: number): string[] {
  return Array.from({ length: Math.max(1, Math.ceil(entries / ENTRIES)) }, (_, index) =>
    getNumberedPagePath(first, index + 1),
  )
}

export function getNumberedPagePath(first: string, page: number): string {
  return page === 1 ? first : `${first === '/' ? '' : first}/page/${page}`
}

/** Formats a page label: `Page {n} of {m}` becomes `Page 2 of 42`. */
export function formatPageLabel(label: string, page: number, of: number): string {
  return label.replace('{n}', String(page)).replace('{m}', String(of))
}

/** Reports whether this is the second or a later page of a list. */
export function isLaterPage(pagination: Pagination | undefined): pagination is Pagination {
  return pagination !== undefined && pagination.page > 1
}

/** Returns the entries on one page of a list. */
export function getPageEntries<T>(list: readonly T[], page = 1): T[] {
  return list.slice((page - 1) * ENTRIES, page * ENTRIES)
}
