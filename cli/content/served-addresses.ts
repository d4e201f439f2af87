/**
 * Rules for serving the published folder. The nginx and Caddy configurations use the same patterns, so these contain
 * only syntax that JavaScript, PCRE and RE2 share, and no braces.
 */

/** HTTP statuses that have an error page. Error pages have no addresses of their own. */
export const STATUS_PAGE_CODES = [404, 413, 429, 502, 503] as const

/** Returns a pattern of files without a public address, such as error pages. @param homes paths such as `/de` */
export function formatHiddenPathPattern(homes: readonly string[]): string {
  const translated = homes.map((home) => String.raw`${home.slice(1)}/404(?:\.html)?|`).join('')
  return String.raw`^/(?:\d\d\d(?:\.html)?|${translated}_headers|_redirects|.+\.(?:br|gz))$`
}

/** Matches aliases of the home page. */
export const HOME_ALIAS_PATTERN = String.raw`^/index(?:\.html)?$`

/** Captures the clean form of an address with trailing slashes or `.html`, unless it needs encoding in a header. */
export const UNCLEAN_PATH_PATTERN = String.raw`^((?:/[\w.~-]+)+?)(?:/+|\.html)$`

/** Matches a path with consecutive slashes. Servers merge such slashes before they match a path. */
export const DOUBLE_SLASH_PATTERN = '^[^? ]*//'

/** Captures a path that needs no encoding in a header. */
export const PLAIN_PATH_PATTERN = String.raw`((?:/[\w.~-]+)+|/)$`

/** Every folder named like a language counts as a translation, because a built site does not list its languages. */
const hidden = new RegExp(formatHiddenPathPattern([String.raw`/[a-z]{2,3}(?:-[a-z\d]+)*`]))
const start = new RegExp(HOME_ALIAS_PATTERN)
const unclean = new RegExp(UNCLEAN_PATH_PATTERN)
const plain = new RegExp(`^${PLAIN_PATH_PATTERN}`)

/** Parses the path and query of a request, including paths such as `//about`, which `URL` would parse as a host. */
export function parseRequestTarget(target = '/'): URL {
  return new URL(target.replace(/^\/(?=\/)/, '/./'), 'http://localhost')
}

/** Merges repeated slashes, as servers do before they match a path. */
export function mergeSlashes(pathname: string): string {
  return pathname.replace(/\/{2,}/g, '/')
}

/** Reports whether a host must return 404 for a path even if the file exists. */
export function isHiddenPath(pathname: string): boolean {
  return hidden.test(pathname)
}

/** Returns the address without trailing slash, `.html` and repeated slashes; undefined if it has none of them. */
export function findCleanAddress(pathname: string, search: string): string | undefined {
  const merged = mergeSlashes(pathname)
  if (start.test(merged)) return `/${search}`
  const clean = unclean.exec(merged)?.[1] ?? (merged !== pathname && plain.test(merged) ? merged : undefined)
  return clean && clean + search
}
