import type { Contract } from '@northshelf/site/forms/contract.ts'
import { largestPost } from '@northshelf/site/forms/kinds/file/file-fields.ts'

/** How a proxy passes on to the relay. */
export interface RelayWay {
  /** Paths, without a slash at the end, below which everything is the relay's; nothing else of it is for visitors. */
  paths: string[]
  /** A larger post is refused unread. */
  megabytes: number
  /** To wait for an answer: more than the relay gives a whole request, RELAY_REQUEST_TIMEOUT_MS. */
  seconds: number
}

export const RELAY_PATHS = ['/functions/v1', '/thanks', '/attachments']

export function relayWay(forms: readonly Contract[]): RelayWay {
  return { paths: RELAY_PATHS, megabytes: largestPost(forms) / 1024 ** 2, seconds: 130 }
}

/** What a program gets where a visitor gets the page of a status (RFC 9457). */
export const problemType = 'application/problem+json'

/** @param status a number, or how the server writes it */
export function problemBody(status: number | string): string {
  return `{"type":"about:blank","status":${status}}`
}
