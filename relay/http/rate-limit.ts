import type { Request } from 'express'
import { ipKeyGenerator, MemoryStore, type Options } from 'express-rate-limit'
import { Problem } from './problem.ts'

/**
 * Counts a request from an IP address under `name`, such as a form type.
 * @throws Problem 429 if the limit for the current minute is exceeded
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
    const address = ipKeyGenerator(withoutPort(req.ip ?? ''), IPV6_SUBNET)
    const { totalHits, resetTime } = await posts.increment(`${name} ${address}`)
    if (totalHits <= limit) return
    const seconds = resetTime ? Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000)) : 60
    throw new Problem('rate', 'Too many requests from this address. Please wait a moment.', {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}

/** Removes the port that some proxies add to the address: `7.7.7.7:1234`, `[2001:db8::1]:1234`. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(address) ?? []
  return bracketed ?? plain ?? address
}
