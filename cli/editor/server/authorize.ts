import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { HttpError } from './http-errors.ts'

/** Names of this machine for itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Whether only this machine can ask at an address to listen on. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host) || host === '::1'
}

/** What pages of this server alone know: other sites can neither read it nor send it. */
export function createToken() {
  const token = Buffer.from(randomBytes(24).toString('base64url'))
  return {
    value: token.toString(),
    /** @throws HttpError for whoever does not have it */
    check({ headers }: IncomingMessage): void {
      const given = Buffer.from(String(headers['x-edit-token'] ?? ''))
      if (given.length !== token.length || !timingSafeEqual(given, token))
        throw new HttpError('This page was loaded before the server started. Load it again.', 403)
    },
  }
}

/**
 * A name that somebody else points at this machine is no name of this server.
 * @throws HttpError for whoever is not a page of it
 */
export function checkOrigin({ headers }: IncomingMessage): void {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  const isOwn = LOOPBACK.test(host) && (origin === undefined || origin === `http://${host}`)
  if (!isOwn || (site !== undefined && site !== 'same-origin'))
    throw new HttpError('Only pages of this server may edit.', 403)
}
