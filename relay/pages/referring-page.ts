import type { Request } from 'express'
import type { Config } from '../config.ts'
import { siteOrigin } from '../http/access.ts'
import type { FormBook } from '../intake/form-book.ts'

interface ReferringPage {
  /** Start of the site, as the visitor sees it. */
  home: string
  /** The page that the form was on; the start where that is not known. */
  back: string
  /** Path of that page. The next address of ours says it as `?from=`, since its referrer will be our own page. */
  from: string
}

const OWN_PAGE = /\/(?:functions\/v1|thanks)\//

/** Where a visitor came from, as far as it is a page of ours; else the site as its contracts know it. */
export function findReferringPage(
  req: Request,
  config: Pick<Config, 'origins'>,
  { site }: Pick<FormBook, 'site'>,
): ReferringPage {
  const origin = siteOrigin(req, config)
  const home = `${origin ?? site.url}/`
  const path = typeof req.query.from === 'string' ? req.query.from : origin && referrerPath(req)
  // Whatever an address says, it leads to our own pages only.
  const page = path?.startsWith('/') && URL.canParse(path, home) ? new URL(path, home) : new URL(home)
  const ours = page.origin === new URL(home).origin && !OWN_PAGE.test(page.pathname)
  return ours ? { home, back: page.origin + page.pathname, from: page.pathname } : { home, back: home, from: '/' }
}

function referrerPath(req: Request): string {
  return new URL(req.get('referer') ?? '').pathname
}
