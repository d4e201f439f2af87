import type { Response } from 'express'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Person } from '../person.ts'

interface StudioPageProps {
  title: string
  /** The person who is signed in; undefined on the pages for signing in. */
  person: Person | undefined
  children: ReactNode
}

/** Layout of the studio's own pages. They need no scripts. */
export function StudioPage({ title, children }: StudioPageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`${title} – Studio`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  )
}

/** Sends a page of the studio. */
export function sendStudioPage(response: Response, page: ReactNode, status = 200): void {
  response.status(status).set('Cache-Control', 'no-store').type('html')
  response.send(`<!doctype html>${renderToStaticMarkup(page)}`)
}
