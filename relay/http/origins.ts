import type { Request } from 'express'
import type { Config } from '../config.ts'

/**
 * Whether a page of this origin may post: one of the list, or a page under the very address that the post
 * went to (the relay's own pages post too). The scheme is left out: a proxy in front may have taken TLS off. It
 * is the Host header that counts: whoever posts can write an X-Forwarded-Host.
 */
export function isAllowedOrigin(req: Request, origin: string, config: Pick<Config, 'origins'>): boolean {
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
