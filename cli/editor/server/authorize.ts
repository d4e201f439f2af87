import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback, readHost } from '../../preview/hosts.ts'
import { HttpError } from '../files/http-errors.ts'

/** Who may use the editor. */
export interface Access {
  /** Origin of the pages; undefined for any loopback address. */
  origin?: string
  token?: ReturnType<typeof createToken>
}

/** Creates a token that only this server's pages can read. */
export function createToken(value = randomBytes(24).toString('base64url')) {
  const token = Buffer.from(value)
  return {
    value,
    /** @throws HttpError if the request has no valid token */
    check({ headers }: IncomingMessage): void {
      const sent = Buffer.from(String(headers['x-edit-token'] ?? ''))
      if (sent.length !== token.length || !timingSafeEqual(sent, token))
        throw new HttpError('This page was loaded before the server restarted. Reload it.', 403)
    },
  }
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
