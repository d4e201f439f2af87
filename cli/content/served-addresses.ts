/**
 * Which addresses of the published folder lead to something. The sources of these patterns also stand in the rules
 * for nginx and Caddy, so they use only what JavaScript, PCRE and RE2 read alike, and no braces.
 */

/** Statuses that have a page of their own, shown at whatever address was asked for and at none of their own. */
export const STATUS_PAGES = [404, 413, 429, 502, 503] as const

/** Files that are there for the host alone: pages of statuses, its rules, compressed copies. */
export const HIDDEN = String.raw`^/(?:\d\d\d(?:\.html)?|_headers|_redirects|.+\.(?:br|gz))$`

/** The start has one address. */
export const START = String.raw`^/index(?:\.html)?$`

/**
 * An address that is written in another way than ours; the clean one is captured. Nothing that would have to be
 * encoded in a header is let through.
 */
export const UNCLEAN = String.raw`^((?:/[\w.~-]+)+?)(?:/+|\.html)$`

/** A path with two slashes in a row. Servers merge them before they match anything else. */
export const DOUBLED = '^[^? ]*//'

/** A path that can stand in a header as it is; captured. */
export const PLAIN = String.raw`((?:/[\w.~-]+)+|/)$`

const hidden = new RegExp(HIDDEN)
const start = new RegExp(START)
const unclean = new RegExp(UNCLEAN)
const plain = new RegExp(`^${PLAIN}`)

/** Path and query of a request. Slashes at the beginning stay as they are: `URL` alone reads `//about` as a host. */
export function parseTarget(target = '/'): URL {
  return new URL(target.replace(/^\/(?=\/)/, '/./'), 'http://localhost')
}

/** A path as servers match it: with single slashes. */
export function mergeSlashes(pathname: string): string {
  return pathname.replace(/\/{2,}/g, '/')
}

/** Whether a host must answer with 404 although there is such a file. */
export function isHidden(pathname: string): boolean {
  return hidden.test(pathname)
}

/** Where an address redirects that has a slash or `.html` at its end, or two slashes in a row; undefined for clean ones. */
export function cleanAddress(pathname: string, search: string): string | undefined {
  const merged = mergeSlashes(pathname)
  if (start.test(merged)) return `/${search}`
  const clean = unclean.exec(merged)?.[1] ?? (merged !== pathname && plain.test(merged) ? merged : undefined)
  return clean && clean + search
}
