import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback, readHost } from '../../preview/hosts.ts'
import { HttpError } from '../files/http-errors.ts'

/** Which pages may use the editor. */
export interface EditAccess {
  /** Origin of the pages; undefined for any loopback address. */
  origin?: string
  /** Returns the token for a request's session; by default, all pages have the same one. */
  token?(request: IncomingMessage): string
}

/** Creates a token that only this server's pages can read. */
export function createToken(): string {
  return randomBytes(24).toString('base64url')
}

/** @throws HttpError if the request does not have the token */
export function checkToken({ headers }: IncomingMessage, token: string): void {
  const [sent, expected] = [String(headers['x-edit-token'] ?? ''), token].map((text) => Buffer.from(text))
  if (!sent || !expected || sent.length !== expected.length || !timingSafeEqual(sent, expected))
    throw new HttpError('This page was loaded before the server restarted. Reload it.', 403)
}

/**
 * Rejects requests from pages of other sites.
 * @param own origin of this server's pages; by default, rejects requests from other machines, too
 * @throws HttpError
 */
export function checkOrigin(request: IncomingMessage, own?: string): void {
  const { host, origin, 'sec-fetch-site': site } = request.headers
  const expected = own ?? (isLoopback(readHost(request)) ? `http://${host}` : undefined)
  const isSameOrigin = expected !== undefined && (origin === undefined || origin === expected)
  if (!isSameOrigin || (site !== undefined && site !== 'same-origin'))
    throw new HttpError('Only pages from this server may edit content.', 403)
}
