import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { alertKinds } from './alert.ts'

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
    /** One try, from its begin to the other side's answer. */
    sends: new Histogram({
      name: 'relay_send_seconds',
      help: 'Time of one try of a delivery by target',
      labelNames: ['target'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
      registers,
    }),
    lastDelivery: new Gauge({
      name: 'relay_last_delivery_timestamp_seconds',
      help: 'When a target last took a submission, since this process started',
      labelNames: ['target'],
      registers,
    }),
    waiting: new Gauge({
      name: 'relay_waiting_deliveries',
      help: 'Submissions that a target does not have yet',
      labelNames: ['target'],
      registers,
    }),
    oldest: new Gauge({
      name: 'relay_oldest_waiting_seconds',
      help: 'Age of the oldest submission that a target does not have yet; 0 without any',
      labelNames: ['target'],
      registers,
    }),
    alerts,
    ready: new Gauge({ name: 'relay_ready', help: '1 when posts can be taken, as /readyz says', registers }),
    required: new Gauge({
      name: 'relay_spool_required_free_bytes',
      help: 'With less free space posts are refused (RELAY_FREE_BYTES)',
      registers,
    }),
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

/** Which program runs, its memory, event loop and so on, into the same registry. */
export function addProcessMetrics({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
  const name = 'relay_build_info'
  // The bundler puts the version of the project in its place, npm sets it for what it runs.
  const labelNames = ['version', 'release', 'node']
  new Gauge({ name, help: 'Which relay runs; always 1', labelNames, registers: [registry] }).set(
    {
      version: process.env.npm_package_version ?? '',
      release: releaseOf(import.meta.dirname),
      node: process.versions.node,
    },
    1,
  )
}

/** The deployment that the bundled relay lies in, `releases/<UTC time>/relay`; empty for any other folder. */
function releaseOf(folder: string): string {
  return /\/releases\/([^/]+)\/relay$/.exec(folder)?.[1] ?? ''
}
