import type { SourceSettings } from './sources.ts'

export interface RelayAddress {
  /** Base URL of the relay. Empty if the relay shares the site's origin. */
  address: string
  /** Public key, if the relay requires one. It is in the URL, because forms cannot set headers without JavaScript. */
  key?: string | undefined
  /** Language of the page, if it is a translation: that of the relay's messages and pages. */
  language?: string | undefined
}

/** How pages send forms to the relay. */
export interface FormRelay extends RelayAddress {
  /** What a submission records about where its visitor came from, unless it is the default. */
  sources?: SourceSettings | undefined
  /** Whether the relay counts how far visitors get with each form. */
  count?: true | undefined
}

/** Returns the URL to which a form is submitted. */
export function getFormAction({ address, key, language }: RelayAddress, { endpoint }: { endpoint: string }): string {
  const query = [...(key ? [`apikey=${key}`] : []), ...(language ? [`language=${language}`] : [])].join('&')
  return `${address.replace(/\/+$/, '')}/functions/v1/${endpoint}${query && `?${query}`}`
}
