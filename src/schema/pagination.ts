/** Entries on one page of a long list: as many as leave its budget of bytes room for longer words (docs/decisions/042). */
const ENTRIES = 24

/** Which of the numbered pages of a list is shown. */
export interface Pagination {
  /** From 1 on. */
  page: number
  /** How many there are. */
  of: number
  /** Address of the first, below which the others stand. */
  first: string
  /** Such as `Page 2 of 42`. */
  words: string
}

/** Addresses of all pages of a list, which is one page even without an entry. The first is that of the page itself. */
export function listPages(first: string, entries: number): string[] {
  return Array.from({ length: Math.max(1, Math.ceil(entries / ENTRIES)) }, (_, index) => pagePath(first, index + 1))
}

export function pagePath(first: string, page: number): string {
  return page === 1 ? first : `${first === '/' ? '' : first}/page/${page}`
}

/** `Page {n} of {m}` → `Page 2 of 42` */
export function pageInWords(label: string, page: number, of: number): string {
  return label.replace('{n}', String(page)).replace('{m}', String(of))
}

/** Whether it is one of the pages on which a list goes on. */
export function isFurther(pagination: Pagination | undefined): pagination is Pagination {
  return pagination !== undefined && pagination.page > 1
}

/** The entries that stand on a page of a list. */
export function entriesOn<T>(list: readonly T[], page = 1): T[] {
  return list.slice((page - 1) * ENTRIES, page * ENTRIES)
}
