import { getLanguageProps } from '@northshelf/site/schema/language.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { Mark } from '@northshelf/site/ui/mark.tsx'
import type { Request, Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Config } from '../config.ts'
import { getReferringUrl, isRelayPage } from '../intake/access.ts'
import type { SiteForms } from '../site-forms.ts'
import { createContentSecurityPolicy, createStylesheet } from './style.ts'

interface PageProps {
  title: string
  /** Language of the relay's text. Form text is in the site's language, which may have no catalog of translations. */
  language: string
  site: SiteForms['site']
  /** URL that the logo links to. */
  home: string
  wide?: boolean
  /** Shown beside the logo, in a plain header. */
  navigation?: ReactNode
  children: ReactNode
}

/** Layout of the relay's pages: the site's logo on a line, or on a shelf, with the content below. */
export function PageLayout({ title, language, site, home, wide, navigation, children }: PageProps) {
  return (
    <html {...getLanguageProps(language)}>
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} – ${site.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={iconOf(site)} />
        {/* The security policy contains the hash of this stylesheet, so React must not escape it. */}
        <style dangerouslySetInnerHTML={{ __html: createStylesheet(site) }} />
      </head>
      <body className={wide ? 'wide' : undefined}>
        <header className={navigation ? 'top' : 'board'}>
          <div>
            <a className="logo" href={home}>
              <Mark {...site.mark} />
              {site.logo}
            </a>
            {navigation ?? (site.look === 'shelf' && <ShelfPackages />)}
          </div>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}

/** Sends a page. It is never cached, because it may contain visitor input. */
export function sendPage(
  res: Response,
  site: SiteForms['site'],
  page: ReactNode,
  policy = createContentSecurityPolicy(site),
): void {
  res.set({
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    // Without a referrer, browsers submit forms with `Origin: null`, which the relay would reject. Signed addresses are
    // secret, and requests to them need no origin.
    'Referrer-Policy': res.req.query.signature === undefined ? 'same-origin' : 'no-referrer',
  })
  res.type('html').send(`<!doctype html>${renderToStaticMarkup(page)}`)
}

/** Styles for the icon, which is a data URL and therefore cannot use the page's stylesheet. */
const tones = (accent = getHexColor('tag')) =>
  `svg{color:${getHexColor('ink')}}.ink{fill:currentColor}.accent{fill:${accent}}.outline{fill:none;stroke:currentColor;stroke-width:1.2}@media(prefers-color-scheme:dark){svg{color:${getHexColor('paper')}}}`

/** Returns the favicon as a data URL. */
function iconOf({ mark: { size, shapes }, accent }: SiteForms['site']): string {
  const icon = renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <style>{tones(accent)}</style>
      {shapes.map(({ d, tone }) => (
        <path key={d + tone} className={tone} d={d} />
      ))}
    </svg>,
  )
  return `data:image/svg+xml,${encodeURIComponent(icon)}`
}

/** Draws packages on the shelf, next to the logo. They have the same colors in dark mode. */
function ShelfPackages() {
  return (
    <svg className="goods" width="116" height="46" aria-hidden="true">
      <path className="goods-tag" d="M0 46V12l3-6h18l3 6v34zM28 46V12l3-6h18l3 6v34z" />
      <path
        className="goods-print"
        d="M.5 46V12.5l3-6h17l3 6V46M.5 13.5h23M6.5 26.5h11M6.5 31.5h7M28.5 46V12.5l3-6h17l3 6V46M28.5 13.5h23M34.5 26.5h11M34.5 31.5h7"
      />
      <path className="goods-plain" d="M64.5 46V26c0-5 4-5 4-9v-6.5h7V17c0 4 4 4 4 9v20" />
      <path className="goods-own" d="M92 8h24v38H92z" />
      <path className="goods-white" d="M96 13h16v14H96z" />
    </svg>
  )
}

/** Draws an empty shelf to decorate a page that has no other content, if the site's look is a shelf. */
export function EmptyShelf({ site }: Pick<PageProps, 'site'>) {
  if (site.look !== 'shelf') return null
  return (
    <div className="gap" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <i key={place} />
      ))}
    </div>
  )
}

export interface ReferringPage {
  /** URL of the site's home page, on the host that the visitor uses. */
  home: string
  /** URL of the form's page, or of the home page if the form's page is unknown. */
  back: string
  /** Path of `back`. Passed on as `?from=`, because the next request's referrer is one of the relay's own pages. */
  from: string
}

/** Returns the site page that the visitor came from; if unknown, the home page. */
export function findReferringPage(req: Request, config: Config, site: SiteForms['site']): ReferringPage {
  const referrer = getReferringUrl(req, config)
  const home = `${referrer?.origin ?? site.url}/`
  const path = typeof req.query.from === 'string' ? req.query.from : referrer?.pathname
  // Accepts only links to the site's own pages.
  const page = path?.startsWith('/') && URL.canParse(path, home) ? new URL(path, home) : new URL(home)
  const isSitePage = page.origin === new URL(home).origin && !isRelayPage(page.pathname)
  return isSitePage ? { home, back: page.origin + page.pathname, from: page.pathname } : { home, back: home, from: '/' }
}
