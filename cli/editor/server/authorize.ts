import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopback, readHost } from '../../preview/hosts.ts'
import { HttpError } from '../files/http-errors.ts'

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

/** Rejects requests from pages of other sites, and from other machines. @throws HttpError */
export function checkOrigin(request: IncomingMessage): void {
  const { host, origin, 'sec-fetch-site': site } = request.headers
  const isSameOrigin = isLoopback(readHost(request)) && (origin === undefined || origin === `http://${host}`)
  if (!isSameOrigin || (site !== undefined && site !== 'same-origin'))
    throw new HttpError('Only pages from this server may edit content.', 403)
}
