import { createHash, timingSafeEqual } from 'node:crypto'
import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { HttpProblem } from './http-problem.ts'

/**
 * Allowed request headers in addition to the CORS-safelisted ones. Backend client libraries send `x-client-info`. Pages
 * from older builds that are still open in a browser send `form-elapsed`.
 */
const HEADERS = ['apikey', 'authorization', 'content-type', 'form-elapsed', 'idempotency-key', 'x-client-info']

/** Sets CORS headers for allowed origins on every response, including errors. */
export function allowCors(config: Config): RequestHandler {
  return cors((req, callback) => {
    const origin = req.headers.origin
    callback(null, {
      origin: origin !== undefined && isAllowedOrigin(req as Request, origin, config) ? origin : false,
      methods: ['POST'],
      allowedHeaders: HEADERS,
      exposedHeaders: ['Retry-After'],
      maxAge: 600,
    })
  })
}

/** Rejects requests from pages on other sites. A request without an Origin header comes from a program, not a page. */
export function checkOrigin(config: Config): RequestHandler {
  return (req, res, next) => {
    res.vary('Origin')
    const origin = req.get('origin')
    if (origin === undefined || isAllowedOrigin(req, origin, config)) next()
    else next(new HttpProblem('origin', 'This origin is not allowed to submit forms here.'))
  }
}

/**
 * Reports whether pages from this origin may submit forms: the origin is configured, or its host matches the Host
 * header, as on the relay's own pages. The scheme is ignored, because a proxy may terminate TLS. X-Forwarded-Host is
 * ignored, because the sender can set it.
 */
function isAllowedOrigin(req: Request, origin: string, config: Pick<Config, 'origins'>): boolean {
  return config.origins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === req.get('host'))
}

/** Returns the URL of the referring page if it may submit forms here. The relay's pages link back to it. */
export function getReferringUrl(req: Request, config: Pick<Config, 'origins'>): URL | undefined {
  const referrer = req.get('referer')
  if (!referrer || !URL.canParse(referrer)) return undefined
  const url = new URL(referrer)
  // If origins are configured, the relay's own origin is not part of the site, so pages must not link back to it.
  const known =
    config.origins.length > 0 ? config.origins.includes(url.origin) : isAllowedOrigin(req, url.origin, config)
  return known && /^https?:/.test(url.protocol) ? url : undefined
}

/** Reports whether a path is that of a page that the relay shows after a form is sent. */
export function isRelayPage(pathname: string): boolean {
  return /\/(?:functions\/v1|thanks)\//.test(pathname)
}

/**
 * Rejects requests without the public key, if one is configured. Every page contains the key, so it stops only programs
 * that do not read the page. A form without JavaScript cannot set headers, so it sends the key in the URL.
 */
export function checkPublicKey(req: Request, key: string | undefined): void {
  if (key === undefined) return
  const bearer = /^Bearer +(\S.*)$/i.exec(req.get('authorization') ?? '')?.[1]
  const keys = [req.get('apikey'), bearer, typeof req.query.apikey === 'string' ? req.query.apikey : undefined]
  if (!keys.some((text) => isSameSecret(text, key)))
    throw new HttpProblem('public-key', 'The public key of this relay is missing or wrong.')
}

/** Compares texts in constant time. */
export function isSameSecret(text: string | undefined, secret: string): boolean {
  const digest = (part: string) => createHash('sha256').update(part).digest()
  return text !== undefined && timingSafeEqual(digest(text), digest(secret))
}
