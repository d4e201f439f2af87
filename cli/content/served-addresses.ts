/**
 * Rules for which addresses of the published folder are served. The patterns are also used in the nginx and Caddy
 * configuration, so they use only syntax that JavaScript, PCRE and RE2 share, and no braces.
 */

/** Statuses with an error page, which is served only at the requested address. */
export const STATUS_PAGES = [404, 413, 429, 502, 503] as const

/** Files for the host only: error pages, host configuration, compressed copies. */
export const HIDDEN = String.raw`^/(?:\d\d\d(?:\.html)?|_headers|_redirects|.+\.(?:br|gz))$`

/** Aliases of the home page. */
export const START = String.raw`^/index(?:\.html)?$`

/**
 * An address with trailing slashes or `.html`; captures the clean address. Characters that would need encoding in a
 * header do not match.
 */
export const UNCLEAN = String.raw`^((?:/[\w.~-]+)+?)(?:/+|\.html)$`

/** A path with two slashes in a row. Servers merge them before they match anything else. */
export const DOUBLED = '^[^? ]*//'

/** Captures a path that needs no encoding in a header. */
export const PLAIN = String.raw`((?:/[\w.~-]+)+|/)$`

const hidden = new RegExp(HIDDEN)
const start = new RegExp(START)
const unclean = new RegExp(UNCLEAN)
const plain = new RegExp(`^${PLAIN}`)

/** Parses path and query of a request, keeping leading slashes: `URL` alone would parse `//about` as a host. */
export function parseTarget(target = '/'): URL {
  return new URL(target.replace(/^\/(?=\/)/, '/./'), 'http://localhost')
}

/** Merges repeated slashes, as servers do before matching a path. */
export function mergeSlashes(pathname: string): string {
  return pathname.replace(/\/{2,}/g, '/')
}

/** Reports whether a host must return 404 although the file exists. */
export function isHidden(pathname: string): boolean {
  return hidden.test(pathname)
}

/** Returns the redirect target of an address with a trailing slash, `.html` or repeated slashes; undefined if clean. */
export function cleanAddress(pathname: string, search: string): string | undefined {
  const merged = mergeSlashes(pathname)
  if (start.test(merged)) return `/${search}`
  const clean = unclean.exec(merged)?.[1] ?? (merged !== pathname && plain.test(merged) ? merged : undefined)
  return clean && clean + search
}
