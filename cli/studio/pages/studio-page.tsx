import { Mark } from '@northshelf/site/ui/mark.tsx'
import type { Response } from 'express'
import { createContext, type ReactNode, useContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { STUDIO_PREFIX } from '../../paths.ts'
import type { Person } from '../person.ts'
import { createSiteLook, type SiteLook } from './site-look.ts'

const LookContext = createContext<SiteLook | undefined>(undefined)

interface StudioPageProps {
  title: string
  /** The person who is signed in; undefined on the pages for signing in. */
  person: Person | undefined
  children: ReactNode
}

/** Layout of the studio's own pages, in the site's fonts and colors. `style.ts` lists the classes for their content. */
export function StudioPage({ title, person, children }: StudioPageProps) {
  const { name, logo, mark, stylesheetPath } = useContext(LookContext) ?? createSiteLook()
  const parts = [
    { href: `${STUDIO_PREFIX}/`, label: 'Changes' },
    ...(person?.may.includes('leads') ? [{ href: `${STUDIO_PREFIX}/leads/`, label: 'Leads' }] : []),
    { href: '/', label: 'Site' },
  ]
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} – ${name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={stylesheetPath} />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <header className="top">
          <a className="logo" href={`${STUDIO_PREFIX}/`}>
            {mark && <Mark {...mark} />}
            {logo}
          </a>
          {person && (
            <>
              <nav aria-label="Studio">
                {parts.map(({ href, label }) => (
                  <a key={href} href={href}>
                    {label}
                  </a>
                ))}
              </nav>
              <form className="account" method="post" action={`${STUDIO_PREFIX}/sign-out`}>
                <span>{person.name}</span>
                <button type="submit" className="button quiet">
                  Sign out
                </button>
              </form>
            </>
          )}
        </header>
        <main id="content">
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  )
}

/**
 * Sends a page of the studio.
 * @param scripts whether the page may load the studio's own scripts, and send requests to the studio
 */
export function sendStudioPage(response: Response, page: ReactNode, status = 200, scripts = false): void {
  const look = response.locals.look as SiteLook | undefined
  response.status(status).set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': createPagePolicy(scripts),
  })
  const html = renderToStaticMarkup(<LookContext value={look}>{page}</LookContext>)
  response.type('html').send(`<!doctype html>${html}`)
}

/** The policy of the studio's own pages: nothing from other sites, in no frame, and no scripts unless they need some. */
function createPagePolicy(scripts: boolean): string {
  const own = "style-src 'self'; font-src data:; img-src 'self' data:; form-action 'self'"
  const scripting = scripts ? "; script-src 'self'; connect-src 'self'" : ''
  return `default-src 'none'; ${own}${scripting}; base-uri 'none'; frame-ancestors 'none'`
}
