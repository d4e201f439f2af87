import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, MemoryStore, type Options } from 'express-rate-limit'
import type { Config } from '../config.ts'
import { HttpProblem } from './http-problem.ts'

/**
 * Counts a request from an IP address under `name`, such as a form type.
 * @throws HttpProblem 429 if the limit for the current minute is exceeded
 */
export type RateLimiter = (req: Request, name: string) => Promise<void>

/** An IPv6 user usually has a whole network, so requests are counted per /56 network. */
const IPV6_SUBNET = 56

/** @param limit maximum number of requests per minute; 0 means no limit */
export function createRateLimiter(limit: number): RateLimiter {
  if (limit === 0) return async () => {}
  const posts = new MemoryStore()
  posts.init({ windowMs: 60_000 } as Options)
  return async (req, name) => {
    const ip = req.ip ?? ''
    // Removes the port that some proxies add to the address: `7.7.7.7:1234`, `[2001:db8::1]:1234`.
    const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(ip) ?? []
    const address = ipKeyGenerator(bracketed ?? plain ?? ip, IPV6_SUBNET)
    const { totalHits, resetTime } = await posts.increment(`${name} ${address}`)
    if (totalHits <= limit) return
    const seconds = resetTime ? Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000)) : 60
    throw new HttpProblem('rate', 'Too many requests from this address. Please wait a moment.', {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}

/** Interval between checks of the upload rate, in milliseconds. */
const CHECK_EVERY = 250

/** Sends a 408 response to clients that upload too slowly, and closes the connection. */
export function enforceUploadRate(
  { limits, timeouts }: Pick<Config, 'limits' | 'timeouts'>,
  respond: (req: Request, res: Response, problem: HttpProblem) => void,
): RequestHandler {
  return (req, res, next) => {
    const { socket } = req
    const start = performance.now()
    const before = socket.bytesRead
    const timer = setInterval(
      () => {
        if (req.complete || socket.destroyed) return clearInterval(timer)
        const seconds = (performance.now() - start) / 1000
        if (seconds * 1000 < timeouts.grace || socket.bytesRead - before >= seconds * limits.bytesPerSecond) return
        clearInterval(timer)
        if (res.headersSent) return void socket.destroy()
        res.set('Connection', 'close')
        // Node does not end the request stream after the response, even if the socket closes, so code that reads it
        // would wait forever.
        res.once('finish', () => req.destroy())
        respond(req, res, new HttpProblem('timeout', 'The upload is too slow.'))
      },
      Math.min(CHECK_EVERY, timeouts.grace),
    )
    timer.unref()
    req.once('close', () => clearInterval(timer))
    next()
  }
}
