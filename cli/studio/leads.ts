import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { parseValidUrl } from '@northshelf/site/schema/parse-url.ts'
import express, { type Request, type Response, Router } from 'express'
import { parseRequestTarget } from '../content/served-addresses.ts'
import { HttpError } from '../editor/files/http-errors.ts'
import { STUDIO_PREFIX } from '../paths.ts'
import { requirePermission } from './session.ts'
import type { Studio } from './studio.ts'

/** Path of the relay's pages for leads, in the relay and in the studio. */
export const LEADS_PATH = `${STUDIO_PREFIX}/leads`

/** Request headers that the relay receives. The others, such as the studio's cookie, are not for the relay. */
const REQUEST_HEADERS = ['accept', 'content-type', 'range', 'if-range']

/** Response headers that concern only the connection to the relay, or that only the studio may set. */
const DROPPED_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'set-cookie', 'strict-transport-security']

/** Maximum size of a request body, in bytes. The forms of the relay's pages have a few short fields. */
const MAX_BODY = 2_000

/** Milliseconds to wait until the relay begins its response. */
const TIMEOUT = 60_000

/** Creates the routes for leads. The relay renders the pages, so that submissions never pass through other code. */
export function createLeadsRoutes({ settings, log }: Pick<Studio, 'settings' | 'log'>): Router {
  const readBody = promisify(express.raw({ type: () => true, limit: MAX_BODY, inflate: false }))
  return Router().use('/leads', async (req, res) => {
    const { email: person } = requirePermission(res, 'leads')
    if (!settings.relay)
      throw new HttpError('This studio has no relay. Ask your operator to set STUDIO_RELAY and STUDIO_RELAY_KEY.', 503)
    const { url, key } = settings.relay
    const { pathname, search } = parseRequestTarget(req.originalUrl)
    const target = Object.assign(parseValidUrl(url), { pathname, search })
    // A path with `..` would reach other pages of the relay.
    if (pathname !== LEADS_PATH && !pathname.startsWith(`${LEADS_PATH}/`))
      throw new HttpError('There is no page with this address.', 404)
    await readBody(req, res)
    // Omits the query, which may contain search terms.
    log.write({ action: 'leads', person, request: `${req.method} ${pathname}` })
    await proxy(target, createLeadsHeaders(key, person), req, res)
  })
}

/** Creates the headers with which the relay trusts the studio, and which name the person who is signed in. */
export function createLeadsHeaders(key: string, person: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'northshelf-person': Buffer.from(person).toString('latin1') }
}

/** Sends a request to the relay and streams the response. @throws HttpError if there is none, or the key is wrong */
async function proxy(target: URL, headers: Record<string, string>, req: Request, res: Response): Promise<void> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), TIMEOUT)
  res.on('close', () => abort.abort())
  const passed = REQUEST_HEADERS.flatMap((name) => (req.get(name) === undefined ? [] : [[name, String(req.get(name))]]))
  const reply = await fetch(target, {
    method: req.method,
    headers: { ...Object.fromEntries(passed), ...headers, 'accept-encoding': 'identity' },
    body: Buffer.isBuffer(req.body) ? new Uint8Array(req.body) : null,
    redirect: 'manual',
    signal: abort.signal,
  })
    .catch(() => {
      throw new HttpError(`The relay does not answer at ${target.origin}. Try again later, or ask your operator.`, 502)
    })
    .finally(() => clearTimeout(timer))
  // A relay without a key has no such pages.
  if (reply.status === 401 || (reply.status === 404 && target.pathname.replace(/\/$/, '') === LEADS_PATH))
    throw new HttpError(
      `The relay at ${target.origin} refused the studio. Ask your operator to set RELAY_LEADS_KEY to STUDIO_RELAY_KEY.`,
      502,
    )
  res.status(reply.status)
  for (const [name, value] of reply.headers) if (!DROPPED_HEADERS.includes(name)) res.setHeader(name, value)
  if (!reply.body) return void res.end()
  // If the relay or the reader disconnects, the response is cut off.
  await pipeline(reply.body, res).catch(() => {})
}
