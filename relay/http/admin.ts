import { Router } from 'express'
import type { Config } from '../config.ts'
import { isEnoughSpace } from '../intake/intake.ts'
import type { Metrics } from '../monitoring/monitor.ts'
import { ENTRY_PLACES, getIdTime } from '../store/ids.ts'
import type { Store, TargetBacklog } from '../store/store.ts'
import { listTargetNames } from '../targets/targets.ts'

interface AdminParts {
  config: Config
  store: Store
  metrics: Metrics
  isStopping(): boolean
}

/**
 * Creates the routes for health and metrics. They are served at a separate address or, if none is configured, only to
 * requests from this machine.
 */
export function createAdminRoutes({ config, store, metrics, isStopping }: AdminParts): Router {
  const { registry, ready, free, required, entries, backlog } = metrics
  required.set(config.limits.freeBytes)
  const router = Router()
  const socket = config.bind.fd === undefined ? {} : { socket: 'passed' }
  router.get('/livez', (_req, res) => void res.json({ status: 'ok', ...socket }))
  const notReadyReason = async () => (isStopping() ? 'stopping' : findReason(store, config.limits.freeBytes))
  // The relay is ready even if targets are unreachable, because submissions can wait for them.
  router.get('/readyz', async (_req, res) => {
    const reason = await notReadyReason()
    res.status(reason ? 503 : 200).json(reason ? { status: 'not ready', reason } : { status: 'ok' })
  })
  // Counts the store's entries on each request.
  router.get('/metrics', async (_req, res) => {
    ready.set((await notReadyReason()) === undefined ? 1 : 0)
    // Removes the metric if the free space is unknown because the spool is missing.
    await store.free().then(
      (bytes) => free.set(bytes),
      () => free.remove(),
    )
    backlog.set((await store.backlog?.().catch(() => undefined)) ?? 0)
    // Skips `done`, which is not a backlog.
    for (const place of ENTRY_PLACES.filter((name) => name !== 'done'))
      await store.count(place).then(
        (count) => entries.set({ place }, count),
        // Removes the metric if the count is unknown because the database is unavailable.
        () => entries.remove({ place }),
      )
    showWaiting(metrics, listTargetNames(config.targets), await store.waiting().catch(() => undefined))
    res.type(registry.contentType).send(await registry.metrics())
  })
  return router
}

/** Returns the reason why submissions cannot be accepted: too little free space, or no draft can be created. */
async function findReason(store: Store, minimum: number): Promise<string | undefined> {
  try {
    if (!isEnoughSpace(await store.free(), minimum)) return 'no-space'
    const draft = await store.draft()
    await draft.discard()
    return undefined
  } catch {
    return 'storage'
  }
}

/** Sets the metrics for waiting deliveries: 0 for targets that have none, and no value if the numbers are unknown. */
function showWaiting({ waiting, oldest }: Metrics, targets: readonly string[], found?: readonly TargetBacklog[]): void {
  waiting.reset()
  oldest.reset()
  if (!found) return
  for (const target of targets) {
    waiting.set({ target }, 0)
    oldest.set({ target }, 0)
  }
  for (const { target, count, oldest: first } of found) {
    waiting.set({ target }, count)
    oldest.set({ target }, Math.max(0, Date.now() - getIdTime(first)) / 1000)
  }
}
