import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-errors.ts'

/** Loopback hosts. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Reports whether only this machine can connect to a host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
}

/** Creates a token that only pages of this server can read and send. */
export function createToken() {
  const token = Buffer.from(randomBytes(24).toString('base64url'))
  return {
    value: token.toString(),
    /** @throws HttpError without the token */
    check({ headers }: IncomingMessage): void {
      const given = Buffer.from(String(headers['x-edit-token'] ?? ''))
      if (given.length !== token.length || !timingSafeEqual(given, token))
        throw new HttpError('This page was loaded before the server started. Load it again.', 403)
    },
  }
}

/**
 * Rejects requests of other sites, and host names that others point at this machine (DNS rebinding).
 * @throws HttpError
 */
export function checkOrigin({ headers }: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  const isSameOrigin = LOOPBACK.test(host) && (origin === undefined || origin === `http://${host}`)
  if (!isSameOrigin || (site !== undefined && site !== 'same-origin'))
    throw new HttpError('Only pages of this server may edit.', 403)
}
