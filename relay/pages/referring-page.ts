import type { Request } from 'express'
import type { Config } from '../config.ts'
import { getReferringOrigin } from '../http/access.ts'
import type { SiteForms } from '../intake/site-forms.ts'

interface ReferringPage {
  /** URL of the site's home page, on the host that the visitor uses. */
  home: string
  /** URL of the form's page, or of the home page if the form's page is unknown. */
  back: string
  /** Path of `back`. Passed on as `?from=`, because the next request's referrer is one of the relay's own pages. */
  from: string
}

const OWN_PAGE = /\/(?:functions\/v1|thanks)\//

/** Returns the site page that the visitor came from; if unknown, the home page. */
export function findReferringPage(
  req: Request,
  config: Pick<Config, 'origins'>,
  { site }: Pick<SiteForms, 'site'>,
): ReferringPage {
  const origin = getReferringOrigin(req, config)
  const home = `${origin ?? site.url}/`
  const path = typeof req.query.from === 'string' ? req.query.from : origin && referrerPath(req)
  // Accepts only links to the site's own pages.
  const page = path?.startsWith('/') && URL.canParse(path, home) ? new URL(path, home) : new URL(home)
  const isSitePage = page.origin === new URL(home).origin && !OWN_PAGE.test(page.pathname)
  return isSitePage ? { home, back: page.origin + page.pathname, from: page.pathname } : { home, back: home, from: '/' }
}

function referrerPath(req: Request): string {
  return new URL(req.get('referer') ?? '').pathname
}
