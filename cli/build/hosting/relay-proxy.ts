import type { Contract } from '@northshelf/site/forms/contract.ts'
import { largestPost } from '@northshelf/site/forms/kinds/file/file-fields.ts'

/** Settings of a proxy in front of the relay. */
export interface RelayProxy {
  /** Path prefixes to proxy, without a trailing slash. All other paths of the relay are private. */
  paths: string[]
  /** Maximum size of a post; larger ones are rejected unread. */
  megabytes: number
  /** Timeout for a response: longer than RELAY_REQUEST_TIMEOUT_MS. */
  seconds: number
}

export const RELAY_PATHS = ['/functions/v1', '/thanks', '/attachments']

export function relayProxy(forms: readonly Contract[]): RelayProxy {
  return { paths: RELAY_PATHS, megabytes: largestPost(forms) / 1024 ** 2, seconds: 130 }
}

/** Content type of errors for programs; visitors get the status page (RFC 9457). */
export const problemType = 'application/problem+json'

/** @param status a number, or a variable of the web server */
export function problemBody(status: number | string): string {
  return `{"type":"about:blank","status":${status}}`
}
