import { parseUrl, parseValidUrl } from '../schema/parse-url.ts'
import { TRANSPORT_FIELDS } from './fields.ts'
import { listSourceParameters, MAX_SOURCE_LENGTH, type SourceSettings, shortenAddress } from './sources.ts'

/**
 * Returns the transport fields that state where the visitor came from: the first known address of the visit, the page
 * of another site that linked to it, and the page with the form. Reads only what the document knows, and stores
 * nothing.
 */
export function readVisitSource(loadedUrl: string, settings?: SourceSettings): Record<string, string> {
  const parameters = listSourceParameters(settings)
  if (!parameters) return {}
  const { origin, pathname, href } = window.location
  const loaded = parseValidUrl(loadedUrl || href)
  const referrer = parseUrl(document.referrer)
  const isInternal = referrer?.origin === origin
  // The visitor saw a referring page of this site before the document.
  const visited = isInternal ? [referrer, loaded] : [loaded]
  const landing = visited.find(({ searchParams }) => parameters.some((name) => searchParams.get(name))) ?? visited[0]
  const fields = {
    [TRANSPORT_FIELDS.page]: pathname,
    [TRANSPORT_FIELDS.landing]: landing ? shortenAddress(landing, parameters) : '',
    [TRANSPORT_FIELDS.referrer]:
      referrer && !isInternal ? `${referrer.protocol}//${referrer.host}${referrer.pathname}` : '',
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, text]) => text !== '' && text.length <= MAX_SOURCE_LENGTH),
  )
}

/** Returns the values of a parameter in the current address, or else in the first known one of the visit. */
export function listParameterValues(name: string, loadedUrl: string): string[] {
  const { href, origin } = window.location
  const urls = [href, document.referrer, loadedUrl].map((address) => parseUrl(address))
  const known = urls.find((url) => url?.origin === origin && url.searchParams.has(name))
  return known?.searchParams.getAll(name) ?? []
}
