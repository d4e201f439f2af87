import { createHash, timingSafeEqual } from 'node:crypto'
import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { Problem } from './problem.ts'

/**
 * Request headers besides the CORS-safelisted ones. Backend client libraries send `x-client-info`; open pages of older
 * builds send `form-elapsed`.
 */
const HEADERS = ['apikey', 'authorization', 'content-type', 'form-elapsed', 'idempotency-key', 'x-client-info']

/** Sets CORS headers on every response, including errors, for origins that may post. */
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

/** Refuses posts from pages of other sites. A request without an Origin header is from a program, not a page. */
export function checkOrigin(config: Config): RequestHandler {
  return (req, res, next) => {
    res.vary('Origin')
    const origin = req.get('origin')
    if (origin === undefined || isAllowedOrigin(req, origin, config)) next()
    else next(new Problem('origin', 'This origin is not allowed to post here.'))
  }
}

/**
 * Reports whether a page of this origin may post: its origin is listed, or has the host that the request was sent to
 * (the pages of the relay post, too). The scheme is ignored, because a proxy may terminate TLS. X-Forwarded-Host is
 * ignored, because the sender can set it.
 */
function isAllowedOrigin(req: Request, origin: string, config: Pick<Config, 'origins'>): boolean {
  return config.origins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === req.get('host'))
}

/** Returns the origin of the referring page if it may post here, for links back to it. */
export function siteOrigin(req: Request, config: Pick<Config, 'origins'>): string | undefined {
  const referrer = req.get('referer')
  if (!referrer || !URL.canParse(referrer)) return undefined
  const { origin } = new URL(referrer)
  // If the site has another origin, the pages of the relay are not part of it.
  const known = config.origins.length > 0 ? config.origins.includes(origin) : isAllowedOrigin(req, origin, config)
  return known && /^https?:/.test(origin) ? origin : undefined
}

/**
 * Refuses posts without the public key, if one is set. The key is in every page, so it only stops programs that do not
 * read the page. A form without scripting cannot set headers and sends the key in the URL.
 */
export function checkPublicKey(req: Request, key: string | undefined): void {
  if (key === undefined) return
  const bearer = /^Bearer\s+(.+)$/i.exec(req.get('authorization') ?? '')?.[1]
  const keys = [req.get('apikey'), bearer, typeof req.query.apikey === 'string' ? req.query.apikey : undefined]
  if (!keys.some((text) => text !== undefined && same(text, key)))
    throw new Problem('public-key', 'The public key of this relay is missing or wrong.')
}

function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
