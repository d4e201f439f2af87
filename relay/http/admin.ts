import { type RequestHandler, Router } from 'express'
import type { Config } from '../config.ts'
import { isEnough } from '../intake/intake.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { PLACES } from '../store/ids.ts'
import type { Store } from '../store/store.ts'

/** Health and figures: on an address of their own, or for this machine only. */
export function adminRoutes(parts: { config: Config; store: Store; metrics: Metrics; isStopping(): boolean }): Router {
  const router = Router()
  // The process answers.
  const socket = parts.config.bind.fd === undefined ? {} : { socket: 'passed' }
  router.get('/livez', (_req, res) => void res.json({ status: 'ok', ...socket }))
  router.get('/readyz', readyz(parts.store, parts.config, parts.isStopping))
  router.get('/metrics', showMetrics(parts.metrics, parts.store))
  return router
}

/**
 * Posts can be taken: not stopping, enough space, and a draft can be begun. Whether targets can be reached plays
 * no part: what is taken waits for them.
 */
function readyz(store: Store, config: Config, isStopping: () => boolean): RequestHandler {
  return async (_req, res) => {
    const reason = isStopping() ? 'stopping' : await whyNot(store, config.limits.freeBytes)
    res.status(reason ? 503 : 200).json(reason ? { status: 'not ready', reason } : { status: 'ok' })
  }
}

async function whyNot(store: Store, least: number): Promise<string | undefined> {
  try {
    if (!isEnough(await store.free(), least)) return 'no-space'
    const draft = await store.draft()
    await draft.discard()
    return undefined
  } catch {
    return 'storage'
  }
}

/** Figures for Prometheus. What stands in the spool is counted when it asks. */
function showMetrics({ registry, free, entries, backlog }: Metrics, store: Store): RequestHandler {
  return async (_req, res) => {
    free.set(await store.free())
    backlog.set((await store.backlog?.()) ?? 0)
    // What is done only grows.
    for (const place of PLACES.filter((one) => one !== 'done'))
      await store.count(place).then(
        (count) => entries.set({ place }, count),
        // Nobody knows while the database is away.
        () => entries.remove({ place }),
      )
    res.type(registry.contentType).send(await registry.metrics())
  }
}
