import type { RequestHandler } from 'express'
import type { Metrics } from '../metrics.ts'
import type { Place, Store } from '../spool/store.ts'

/** Places that an operator watches; `done` only grows. */
const WATCHED: Place[] = ['queue', 'dead', 'spam', 'corrupt']

/** Figures for Prometheus. What stands in the spool is counted when it asks. */
export function showMetrics({ registry, free, entries }: Metrics, store: Store): RequestHandler {
  return async (_req, res) => {
    free.set(await store.free())
    for (const place of WATCHED) entries.set({ place }, await store.count(place))
    res.type(registry.contentType).send(await registry.metrics())
  }
}
