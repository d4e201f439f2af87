import express, { type Express, type Router } from 'express'

/** Path prefix of the studio's own pages and requests. All other paths show the site. */
export const STUDIO_PREFIX = '/@studio'

/** The parts of the studio that answer requests. Each router is mounted at the prefix. */
export interface StudioRoutes {
  /** Signing in and out. The only routes that are available without a session. */
  signIn: Router
  /** Change sets, reviews and publications. */
  publishing: Router
  leads: Router
  /** The site with a person's changes, and the editor; mounted at the root. */
  site: Router
}

/** Creates the studio's app: checks host, origin and session of each request before a route handles it. */
export function createStudioApp(routes: StudioRoutes): Express {
  const app = express()
  app.set('env', 'production').disable('x-powered-by').disable('etag').set('query parser', 'simple')
  app.use(STUDIO_PREFIX, routes.signIn)
  app.use(STUDIO_PREFIX, routes.publishing)
  app.use(STUDIO_PREFIX, routes.leads)
  app.use(routes.site)
  return app
}
