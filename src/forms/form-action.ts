import type { SourceSettings } from './sources.ts'

export interface RelayAddress {
  /** Base URL of the relay. Empty if the relay shares the site's origin. */
  address: string
  /** Query of the relay's URLs; see `formatRelayQuery`. */
  query?: string | undefined
}

/**
 * Returns the query of the relay's URLs, such as `?apikey=k1&language=de`; undefined if it is empty.
 * @param key public key, if the relay requires one; forms cannot set headers without JavaScript
 * @param language language of the page, if it is a translation: that of the relay's messages and pages
 */
export function formatRelayQuery(key?: string, language?: string): string | undefined {
  const query = [...(key ? [`apikey=${key}`] : []), ...(language ? [`language=${language}`] : [])].join('&')
  return query ? `?${query}` : undefined
}

/** How pages send forms to the relay. */
export interface FormRelay extends RelayAddress {
  /** What a submission records about where its visitor came from, unless it is the default. */
  sources?: SourceSettings | undefined
  /** Whether the relay counts how far visitors get with each form. */
  count?: true | undefined
}

/** Returns the URL to which a form is submitted. */
export function getFormAction({ address, query = '' }: RelayAddress, { endpoint }: { endpoint: string }): string {
  return `${address.replace(/\/+$/, '')}/functions/v1/${endpoint}${query}`
}
