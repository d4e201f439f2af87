import type { Contract } from '@northshelf/site/forms/contract.ts'
import { largestPost } from '@northshelf/site/forms/kinds/file/file-fields.ts'

/** Settings for a proxy in front of the relay. */
export interface RelayProxy {
  /** Path prefixes to proxy, without a trailing slash. All other relay paths are private. */
  paths: string[]
  /** Maximum size of a submission in MB; the proxy rejects larger ones without reading them. */
  megabytes: number
  /** Response timeout in seconds, longer than RELAY_REQUEST_TIMEOUT_MS. */
  seconds: number
}

export const RELAY_PATHS = ['/functions/v1', '/thanks', '/attachments']

export function relayProxy(forms: readonly Contract[]): RelayProxy {
  return { paths: RELAY_PATHS, megabytes: largestPost(forms) / 1024 ** 2, seconds: 130 }
}

/** Content type of errors for programs (RFC 9457); visitors get the status page. */
export const problemType = 'application/problem+json'

/**
 * Returns the body of an error response for programs.
 * @param status a number, or a variable of the web server
 */
export function problemBody(status: number | string): string {
  return `{"type":"about:blank","status":${status}}`
}
