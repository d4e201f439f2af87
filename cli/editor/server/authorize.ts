import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-errors.ts'

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Reports whether only this machine can connect to a host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
}

/** Creates a token that only this server's pages can read. */
export function createToken() {
  const token = Buffer.from(randomBytes(24).toString('base64url'))
  return {
    value: token.toString(),
    /** @throws HttpError if the request has no valid token */
    check({ headers }: IncomingMessage): void {
      const sent = Buffer.from(String(headers['x-edit-token'] ?? ''))
      if (sent.length !== token.length || !timingSafeEqual(sent, token))
        throw new HttpError('This page was loaded before the server restarted. Reload it.', 403)
    },
  }
}

/**
 * Rejects requests from other sites, and requests to other host names that resolve to this machine (as in DNS
 * rebinding).
 * @throws HttpError
 */
export function checkOrigin({ headers }: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  const isSameOrigin = LOOPBACK.test(host) && (origin === undefined || origin === `http://${host}`)
  if (!isSameOrigin || (site !== undefined && site !== 'same-origin'))
    throw new HttpError('Only pages from this server may edit content.', 403)
}
