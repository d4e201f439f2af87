import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alertKinds } from './alerts.ts'

/** Figures of one relay. A registry of its own, so that several can live in one process. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const alerts = new Counter({
    name: 'relay_alerts_total',
    help: 'Matters for an operator',
    labelNames: ['kind'],
    registers,
  })
  // A series that begins with its first alert has no growth to see.
  for (const kind of alertKinds) alerts.inc({ kind }, 0)
  return {
    registry,
    /** Posts by form and how they ended: accepted, repeated, spam, or the code of the problem. */
    posts: new Counter({
      name: 'relay_posts_total',
      help: 'Posts by form and result',
      labelNames: ['form', 'result'],
      registers,
    }),
    seconds: new Histogram({
      name: 'relay_post_seconds',
      help: 'Time from the first byte of a post to its answer',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    deliveries: new Counter({
      name: 'relay_deliveries_total',
      help: 'Tries of deliveries by target and outcome',
      labelNames: ['target', 'outcome'],
      registers,
    }),
    alerts,
    free: new Gauge({ name: 'relay_spool_free_bytes', help: 'Free bytes on the file system of the spool', registers }),
    backlog: new Gauge({
      name: 'relay_local_entries',
      help: 'Submissions that wait on this machine for the database',
      registers,
    }),
    entries: new Gauge({ name: 'relay_entries', help: 'Submissions by place', labelNames: ['place'], registers }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Memory, event loop and so on of the process, into the same registry. */
export function addProcessMetrics(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry })
}
