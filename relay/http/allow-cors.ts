import cors from 'cors'
import type { Request, RequestHandler } from 'express'
import type { Config } from '../config.ts'
import { isAllowedOrigin } from './origins.ts'
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
    else next(new Problem(403, 'origin', 'Pages of this origin may not post here.'))
  }
}
