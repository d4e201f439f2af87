import { Router } from 'express'
import type { Config } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import type { Store } from '../spool/store.ts'
import { livez, readyz } from './health.ts'
import { showMetrics } from './metrics.ts'

/** Health and figures: on an address of their own, or for this machine only. */
export function adminRoutes(parts: { config: Config; store: Store; metrics: Metrics; isStopping(): boolean }): Router {
  const router = Router()
  router.get('/livez', livez)
  router.get('/readyz', readyz(parts.store, parts.config, parts.isStopping))
  router.get('/metrics', showMetrics(parts.metrics, parts.store))
  return router
}
