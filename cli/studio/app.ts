import express, { type Express, type RequestHandler, type Router } from 'express'
import { HttpError } from '../editor/files/http-errors.ts'
import type { SavedContent } from '../engine/load.ts'
import { STUDIO_PREFIX } from '../paths.ts'
import { isLoopback } from '../preview/hosts.ts'
import { handleError } from './pages/error-page.tsx'
import { createSiteLook } from './pages/site-look.ts'
import { createSessionCookie, getPerson, requireSession } from './session.ts'
import { createSignInRoutes } from './sign-in/sign-in.tsx'
import { openSignIns } from './sign-in/sign-ins.ts'
import type { Studio } from './studio.ts'

/** The parts of the studio that answer requests of people who are signed in. */
export interface StudioRoutes {
  /** Change sets, reviews and publications; mounted at the prefix. */
  publishing: Router
  /** Mounted at the prefix. */
  leads: Router
  /** The site with a person's changes, and the editor; mounted at the root. */
  site: Router
  /** Releases what the parts hold open. */
  close?(): unknown
}

/** Headers of all responses. Pages of the site replace the policy, but must not allow frames on other sites. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Without a referrer, browsers would submit forms with `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/**
 * Creates the studio's app: checks host, origin and session of each request before a route handles it.
 * @param health routes for this machine, see `createHealthRoutes`
 */
export function createStudioApp(studio: Studio, routes: StudioRoutes, health?: Router): Express {
  const { settings, people } = studio
  const signIns = openSignIns(settings.data)
  const cookie = createSessionCookie(settings.url)
  const app = express()
  app.set('env', 'production').disable('x-powered-by').disable('etag').set('query parser', 'simple')
  // The web server in front of the studio adds the address of the client at the end of X-Forwarded-For.
  app.set('trust proxy', (address: string, hop: number) => hop === 0 && isLoopback(address.replace('::ffff:', '')))
  app.use((_request, response, next) => {
    response.set(HEADERS)
    next()
  })
  if (health) app.use(health)
  app.use(requireOwnHost(settings.url), requireOwnOrigin(settings.url))
  const look = loadLook(studio)
  app.use(STUDIO_PREFIX, look)
  app.get(`${STUDIO_PREFIX}/style/:file`, (_request, response) => {
    response.type('css').set('Cache-Control', 'public, max-age=31536000, immutable')
    response.send(response.locals.look.stylesheet)
  })
  app.use(STUDIO_PREFIX, createSignInRoutes(studio, signIns, cookie))
  app.use(requireSession(cookie, signIns, people))
  app.use(STUDIO_PREFIX, look, routes.publishing, routes.leads)
  app.use(routes.site)
  app.use(() => {
    throw new HttpError('There is no page with this address.', 404)
  })
  app.use(handleError)
  return app
}

/** Rejects requests for other hosts: another site can make its host name resolve to this machine (DNS rebinding). */
function requireOwnHost(url: URL): RequestHandler {
  return ({ headers }, response, next) => {
    if (headers.host?.toLowerCase() === url.host) return next()
    response.status(421).type('text').send(`This studio has the address ${url.origin}.\n`)
  }
}

/** Rejects requests that change something and do not come from the studio's own pages. */
function requireOwnOrigin(url: URL): RequestHandler {
  return ({ method, headers: { origin, 'sec-fetch-site': site } }, _response, next) => {
    const isOwn = origin === undefined ? site === 'same-origin' : origin === url.origin
    if (isOwn || method === 'GET' || method === 'HEAD') return next()
    throw new HttpError('Only pages of this studio may send this request.', 403)
  }
}

/**
 * Provides the site's name, fonts and colors: those of the last valid content. Only signed-in people cause a new check.
 */
function loadLook({ content }: Studio): RequestHandler {
  let look = createSiteLook()
  let site: Parameters<typeof createSiteLook>[0]
  let loading: Promise<SavedContent | undefined> | undefined
  return async (_request, response, next) => {
    if (getPerson(response) || !loading) loading = content.reader.checkSaved().catch(() => undefined)
    const saved = await loading
    if (saved?.content && saved.content.site !== site) {
      site = saved.content.site
      look = createSiteLook(site)
    }
    response.locals.look = look
    next()
  }
}
