import { Router } from 'express'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { isLoopback, readHost } from '../preview/hosts.ts'
import type { AuditEvent } from './audit-log.ts'

/** Creates the studio's metrics: the number of events in the audit trail, and those of the process. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const events = new Counter({
    name: 'studio_events_total',
    help: 'Events in the audit trail by action',
    labelNames: ['action'],
    registers: [registry],
  })
  // Prometheus would miss the first event of a series that does not start at 0.
  for (const action of ['mail-failed', 'publication-failed']) events.inc({ action }, 0)
  return { registry, count: ({ action }: AuditEvent) => events.inc({ action }) }
}

/**
 * Creates the routes for health and metrics. Only this machine can use them, without a proxy.
 * @param findProblem returns why the studio is not ready; undefined if it is
 */
export function createHealthRoutes(
  { registry }: { registry: Registry },
  findProblem: () => string | undefined,
): Router {
  const router = Router()
  router.use((request, _response, next) => {
    const isProxied = ['x-forwarded-for', 'forwarded', 'via'].some((name) => request.headers[name])
    const isLocal = !isProxied && isLoopback(request.socket.remoteAddress ?? '') && isLoopback(readHost(request))
    next(isLocal ? undefined : 'router')
  })
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }))
  router.get('/readyz', (_request, response) => {
    const reason = findProblem()
    response.status(reason ? 503 : 200).json(reason ? { status: 'not ready', reason } : { status: 'ok' })
  })
  router.get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics())
  })
  return router
}
