import type { Request, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import { Problem } from './problem.ts'

/** Counts a post of one address under a name. @throws Problem 429 when there were too many in this minute */
export type RateLimiter = (req: Request, res: Response, name: string) => Promise<void>

/** An IPv6 visitor usually owns a whole network, so those are counted by /56. */
const IPV6_SUBNET = 56

/** @param limit posts a minute; 0 counts nothing */
export function createRateLimiter(limit: number): RateLimiter {
  if (limit === 0) return async () => {}
  const names = new WeakMap<Request, string>()
  const middleware = rateLimit({
    windowMs: 60_000,
    limit,
    standardHeaders: false,
    legacyHeaders: false,
    // Its warnings go to the console, some with addresses in them.
    validate: false,
    keyGenerator: (req) => `${names.get(req)} ${ipKeyGenerator(withoutPort(req.ip ?? ''), IPV6_SUBNET)}`,
    handler: (req, _res, next) => {
      const reset = (req as Request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime
      const seconds = reset ? Math.max(1, Math.ceil((reset.getTime() - Date.now()) / 1000)) : 60
      next(
        new Problem('rate', 'Too many posts from this address. Please wait a moment.', {
          headers: { 'Retry-After': String(seconds) },
        }),
      )
    },
  })
  return async (req, res, name) => {
    names.set(req, name)
    await new Promise<void>((resolve, reject) => {
      const passed = middleware(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
      Promise.resolve(passed).catch(reject)
    })
  }
}

/** An address as a proxy wrote it, some with the port of the connection: `7.7.7.7:1234`, `[2001:db8::1]:1234`. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(address) ?? []
  return bracketed ?? plain ?? address
}
