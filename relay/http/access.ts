import { createHash, timingSafeEqual } from 'node:crypto'
import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { Problem } from './problem.ts'

/**
 * What a page sends besides the safe headers. `x-client-info` comes with backend client libraries, `form-elapsed` with
 * pages of earlier builds that are still open.
 */
const HEADERS = ['apikey', 'authorization', 'content-type', 'form-elapsed', 'idempotency-key', 'x-client-info']

/** CORS headers on every answer, errors included, for origins that may post. */
export function allowCors(config: Config): RequestHandler {
  return cors((req, callback) => {
    const origin = req.headers.origin
    callback(null, {
      origin: origin !== undefined && isAllowedOrigin(req as Request, origin, config) ? origin : false,
      methods: ['POST'],
      allowedHeaders: HEADERS,
      exposedHeaders: ['Retry-After'],
      maxAge: 600,
      preflightContinue: false,
      optionsSuccessStatus: 204,
    })
  })
}

/** Refuses posts of foreign pages. Without an Origin header it is no page but a program: that is no matter of CORS. */
export function checkOrigin(config: Config): RequestHandler {
  return (req, res, next) => {
    res.vary('Origin')
    const origin = req.get('origin')
    if (origin === undefined || isAllowedOrigin(req, origin, config)) next()
    else next(new Problem('origin', 'Pages of this origin may not post here.'))
  }
}

/**
 * Whether a page of this origin may post: one of the list, or a page under the very address that the post
 * went to (the relay's own pages post too). The scheme is left out: a proxy in front may have taken TLS off. It
 * is the Host header that counts: whoever posts can write an X-Forwarded-Host.
 */
function isAllowedOrigin(req: Request, origin: string, config: Pick<Config, 'origins'>): boolean {
  return config.origins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === req.get('host'))
}

/** Origin of the site that a visitor came from, when its pages may post here; for links back to it. */
export function siteOrigin(req: Request, config: Pick<Config, 'origins'>): string | undefined {
  const referrer = req.get('referer')
  if (!referrer || !URL.canParse(referrer)) return undefined
  const { origin } = new URL(referrer)
  // Where the site has an address of its own, the relay's pages are not the site.
  const known = config.origins.length > 0 ? config.origins.includes(origin) : isAllowedOrigin(req, origin, config)
  return known && /^https?:/.test(origin) ? origin : undefined
}

/**
 * Refuses posts without the public key, where one is set. The key stands in every page, so it keeps nobody out who
 * looks; it only turns away what posts blindly. A form without scripting has no headers: it sends the key in the address.
 */
export function checkPublicKey(req: Request, key: string | undefined): void {
  if (key === undefined) return
  const bearer = /^Bearer\s+(.+)$/i.exec(req.get('authorization') ?? '')?.[1]
  const given = [req.get('apikey'), bearer, typeof req.query.apikey === 'string' ? req.query.apikey : undefined]
  if (!given.some((text) => text !== undefined && same(text, key)))
    throw new Problem('public-key', 'The public key of this relay is missing or wrong.')
}

function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
