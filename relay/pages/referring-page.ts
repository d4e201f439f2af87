import type { Request } from 'express'
import type { Config } from '../config.ts'
import { siteOrigin } from '../http/access.ts'
import type { FormBook } from '../intake/form-book.ts'

interface ReferringPage {
  /** Home page of the site, at the address that the visitor uses. */
  home: string
  /** The page of the form; the home page if unknown. */
  back: string
  /** Path of that page. Passed on as `?from=`, because the next referrer is a page of the relay. */
  from: string
}

const OWN_PAGE = /\/(?:functions\/v1|thanks)\//

/** Finds the page of the site that a visitor came from, or else the home page. */
export function findReferringPage(
  req: Request,
  config: Pick<Config, 'origins'>,
  { site }: Pick<FormBook, 'site'>,
): ReferringPage {
  const origin = siteOrigin(req, config)
  const home = `${origin ?? site.url}/`
  const path = typeof req.query.from === 'string' ? req.query.from : origin && referrerPath(req)
  // Only links to pages of the site are allowed.
  const page = path?.startsWith('/') && URL.canParse(path, home) ? new URL(path, home) : new URL(home)
  const isSitePage = page.origin === new URL(home).origin && !OWN_PAGE.test(page.pathname)
  return isSitePage ? { home, back: page.origin + page.pathname, from: page.pathname } : { home, back: home, from: '/' }
}

function referrerPath(req: Request): string {
  return new URL(req.get('referer') ?? '').pathname
}
