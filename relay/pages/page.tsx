import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Mark } from '../../src/ui/mark.tsx'
import type { FormBook } from '../forms.ts'
import { Goods } from './goods.tsx'
import { iconOf } from './icon.tsx'
import { pagePolicy, style } from './style.ts'

interface PageProps {
  title: string
  site: FormBook['site']
  /** Where the logo leads. */
  home: string
  wide?: boolean
  children: ReactNode
}

/** The frame of every page of the relay: the site's logo stands on the shelf, the page hangs below it. */
export function Page({ title, site, home, wide, children }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} – ${site.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={iconOf(site)} />
        {/* The policy names this stylesheet by its hash: not a character may be escaped. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body className={wide ? 'wide' : undefined}>
        <header className="board">
          <div>
            <a className="logo" href={home}>
              <Mark {...site.mark} />
              {site.logo}
            </a>
            <Goods />
          </div>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}

/** Sends a page. It may hold what somebody typed, so nobody keeps it. */
export function sendPage(res: Response, page: ReactNode, policy = pagePolicy()): void {
  res.set({
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    // Without a referrer a browser posts a form with `Origin: null`, and the relay would refuse its own page.
    'Referrer-Policy': 'same-origin',
  })
  res.type('html').send(`<!doctype html>${renderToStaticMarkup(page)}`)
}
