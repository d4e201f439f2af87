import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { Problem } from './problem.ts'

/**
 * Refuses posts without the public key, where one is set. The key stands in every page, so it keeps nobody out who
 * looks; it only turns away what posts blindly. A form without scripting has no headers: it sends the key in the address.
 */
export function checkPublicKey(req: Request, key: string | undefined): void {
  if (key === undefined) return
  const bearer = /^Bearer\s+(.+)$/i.exec(req.get('authorization') ?? '')?.[1]
  const given = [req.get('apikey'), bearer, typeof req.query.apikey === 'string' ? req.query.apikey : undefined]
  if (!given.some((text) => text !== undefined && same(text, key)))
    throw new Problem(401, 'public-key', 'The public key of this relay is missing or wrong.')
}

function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
