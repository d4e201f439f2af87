import type { Contract } from '@northshelf/site/forms/contract.ts'
import { getMaxSubmissionBytes } from '@northshelf/site/forms/kinds/file/file-fields.ts'

/** Settings for a proxy in front of the relay. */
export interface RelayProxySettings {
  /** Path prefixes to proxy, without a trailing slash. All other relay paths are private. */
  paths: string[]
  /** Maximum size of a submission in MB; the proxy rejects larger ones without reading them. */
  megabytes: number
  /** Response timeout in seconds, longer than RELAY_REQUEST_TIMEOUT_MS. */
  seconds: number
}

export const RELAY_PATHS = ['/functions/v1', '/thanks', '/attachments']

export function getRelayProxySettings(forms: readonly Contract[]): RelayProxySettings {
  return { paths: RELAY_PATHS, megabytes: getMaxSubmissionBytes(forms) / 1024 ** 2, seconds: 130 }
}

/** Content type of error responses for programs (RFC 9457). Visitors receive the status page instead. */
export const PROBLEM_CONTENT_TYPE = 'application/problem+json'

/**
 * Returns the body of a machine-readable error response.
 * @param status a number, or the web server's variable that contains it
 */
export function formatProblemBody(status: number | string): string {
  return `{"type":"about:blank","status":${status}}`
}
