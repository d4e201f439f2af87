import { createServer, type RequestListener } from 'node:http'
import { isLoopback } from '../preview/hosts.ts'
import { listen } from '../preview/server.ts'
import { createStudioApp, type StudioRoutes } from './app.ts'
import { openAuditLog } from './audit-log.ts'
import { createHealthRoutes, createMetrics } from './health.ts'
import { createLeadsRoutes } from './leads.ts'
import { createMailer } from './mailer.ts'
import type { People } from './people.ts'
import { createPublisher } from './publish/publisher.ts'
import { createPublishingRoutes } from './publish/routes.tsx'
import type { StudioSettings } from './settings.ts'
import { startStudioSite } from './site/serve-site.ts'
import type { Studio } from './studio.ts'
import { openStudioContent } from './studio.ts'

/** Milliseconds to wait for requests in progress when the studio stops. Browsers keep streams of events open. */
const GRACE = 5_000

export interface RunningStudio {
  studio: Studio
  /** The port on which it listens. */
  port: number
  /** Finishes requests in progress and stops. */
  close(): Promise<void>
}

/**
 * Starts a studio.
 * @param createRoutes creates the parts that answer requests of people who are signed in
 * @throws Failure if the port is in use
 */
export async function startStudio(
  settings: StudioSettings,
  people: People,
  createRoutes: (studio: Studio) => StudioRoutes | Promise<StudioRoutes> = createStudioRoutes,
): Promise<RunningStudio> {
  const metrics = createMetrics()
  const log = openAuditLog(settings.data, metrics.count)
  const content = openStudioContent(settings.content)
  const studio: Studio = { settings, people, content, log, mailer: createMailer(settings.mail, log) }
  let isStopping = false
  const findProblem = () => (isStopping ? 'stopping' : people.isComplete() ? undefined : 'studio.yaml has errors')
  // An upload over a slow connection takes minutes.
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 600_000, keepAliveTimeout: 5_000 })
  let answer: RequestListener | undefined
  const waiting: Parameters<RequestListener>[] = []
  // Requests wait until the code of the pages has been compiled.
  server.on('request', (...request) => (answer ? answer(...request) : waiting.push(request)))
  const port = await listen(server, settings.host, settings.port, undefined, 'STUDIO_PORT')
  // Port 0 chooses a free port.
  if (settings.port === 0 && isLoopback(settings.url.hostname)) settings.url.port = String(port)
  const routes = await Promise.resolve(createRoutes(studio)).catch((error: unknown) => {
    server.close()
    server.closeAllConnections()
    throw error
  })
  answer = createStudioApp(studio, routes, createHealthRoutes(metrics, findProblem))
  for (const request of waiting.splice(0)) answer(...request)
  return {
    studio,
    port,
    close: () =>
      new Promise((resolve) => {
        isStopping = true
        routes.close?.()
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), GRACE).unref()
      }),
  }
}

/** Creates the parts of a studio that answer requests of people who are signed in. Continues interrupted publications. */
async function createStudioRoutes(studio: Studio): Promise<StudioRoutes> {
  const { router: site, close } = await startStudioSite(studio)
  const publisher = createPublisher(studio)
  publisher.start()
  return { publishing: createPublishingRoutes(studio, publisher), leads: createLeadsRoutes(studio), site, close }
}
