import { createHash } from 'node:crypto'
import { MemoryStore, type Options } from 'express-rate-limit'
import { HttpError } from '../../editor/files/http-errors.ts'

/**
 * Counts an attempt under a key, such as an address.
 * @throws HttpError with status 429 if there were too many
 */
export type RateLimiter = (key: string) => Promise<void>

const WINDOW_MINUTES = 15

/** @param limit attempts in 15 minutes */
export function createRateLimiter(limit: number): RateLimiter {
  const attempts = new MemoryStore()
  attempts.init({ windowMs: WINDOW_MINUTES * 60_000 } as Options)
  return async (key) => {
    // Keys share 65,536 counters, so that attempts with ever new addresses do not fill the memory.
    const bucket = createHash('sha256').update(key).digest('hex').slice(0, 4)
    const { totalHits } = await attempts.increment(bucket)
    if (totalHits > limit) throw new HttpError(`Too many attempts. Try again in ${WINDOW_MINUTES} minutes.`, 429)
  }
}
