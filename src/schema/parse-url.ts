/** Parses an address as browsers do. Returns undefined if no browser can. @param base URL of the page it is on */
export function parseUrl(address: string, base?: string): URL | undefined {
  return URL.canParse(address, base) ? new URL(address, base) : undefined
}

/** Parses a URL whose schema has validated it. */
export function parseValidUrl(address: string): URL {
  return new URL(address)
}

/** Returns the absolute form of an address; the address itself if no browser can parse it. */
export function resolveUrl(address: string, base: string): string {
  return parseUrl(address, base)?.href ?? address
}
