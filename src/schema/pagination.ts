/**
 * Entries on one page of a long list. Measured with covers, and with the findings of articles: 10 kB of HTML and 700
 * nodes, which leaves either budget of a page a quarter for longer words.
 */
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

/** The entries that stand on a page of a list. */
export function entriesOn<T>(list: readonly T[], page = 1): T[] {
  return list.slice((page - 1) * ENTRIES, page * ENTRIES)
}
