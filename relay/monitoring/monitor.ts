import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Clock, DAY } from '../clock.ts'
import type { DeliveryResult } from '../delivery/delivery.ts'
import { type Alert, alertKinds } from '../store/alert.ts'
import { OUTCOME_STATUSES, type RecordHandler } from '../store/records.ts'
import type { EntryPlace } from '../store/store.ts'
import type { Logger } from './log.ts'

/**
 * Creates a function that raises an alert when a submission is held as spam, at most once a day, because there may be
 * hundreds.
 */
export function createSpamAlert(clock: Clock, onAlert: (alert: Alert) => void): (id: string) => void {
  let next = 0
  return (id) => {
    if (clock.now() < next) return
    next = clock.now() + DAY
    const detail =
      'held back as spam. To list all spam, run: relay list --place spam. To deliver it, run: relay release <id>'
    onAlert({ kind: 'held', id, detail })
  }
}

/** Logs deliveries and alerts. An outcome's `detail` is not logged, because it may quote visitor input. */
export function createMonitor(log: Logger, metrics: Metrics) {
  return {
    onAlert({ kind, id, target, detail }: Alert): void {
      metrics.alerts.inc({ kind })
      log.error({ alert: kind, id, target, detail }, 'alert')
    },
    onExpired(place: EntryPlace, ids: readonly string[]): void {
      metrics.expired.inc({ place }, ids.length)
      if (place !== 'dead') return
      for (const id of ids) log.warn({ id }, 'dead letter deleted at the end of its retention period')
    },
    onRecorded(id: string, { status }: Parameters<RecordHandler>[1]): void {
      metrics.outcomes.inc({ outcome: status })
      log.info({ id, outcome: status }, 'outcome')
    },
    onOutcome({ id, formType, target, tries, outcome, milliseconds }: DeliveryResult): void {
      metrics.deliveries.inc({ target, outcome: outcome.kind })
      metrics.sends.observe({ target }, milliseconds / 1000)
      if (outcome.kind === 'delivered') metrics.lastDelivery.setToCurrentTime({ target })
      const level = outcome.kind === 'delivered' ? 'info' : 'warn'
      const { kind, reason } = outcome
      log[level]({ id, form: formType, target, tries, outcome: kind, reason, ms: milliseconds }, 'delivery')
    },
  }
}

/** Creates a relay's metrics in their own registry, so that several relays can run in one process. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name, help, buckets, labelNames, registers })

  const alerts = counter('relay_alerts_total', 'Alerts for operators by kind', 'kind')
  // Starts every series at 0, because Prometheus would otherwise miss the first alert of each series.
  for (const kind of alertKinds) alerts.inc({ kind }, 0)
  const expired = counter('relay_expired_total', 'Submissions deleted after their retention period by place', 'place')
  for (const place of ['done', 'spam', 'dead']) expired.inc({ place }, 0)
  const outcomes = counter('relay_outcomes_total', 'Outcomes of leads and confirmed consents', 'outcome')
  for (const outcome of ['confirmed', ...OUTCOME_STATUSES]) outcomes.inc({ outcome }, 0)
  const postBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
  const sendBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
  return {
    registry,
    /** `result` is accepted, repeated, spam, canary, or the code of a problem. */
    posts: counter('relay_posts_total', 'Form submissions by form and result', 'form', 'result'),
    seconds: histogram('relay_post_seconds', 'Time from the first byte of a request to its response', postBuckets),
    deliveries: counter('relay_deliveries_total', 'Delivery attempts by target and outcome', 'target', 'outcome'),
    sends: histogram('relay_send_seconds', 'Duration of a delivery attempt by target', sendBuckets, 'target'),
    lastDelivery: gauge(
      'relay_last_delivery_timestamp_seconds',
      'Time of the last delivery to a target since this process started',
      'target',
    ),
    waiting: gauge('relay_waiting_deliveries', 'Submissions waiting for a target', 'target'),
    oldest: gauge(
      'relay_oldest_waiting_seconds',
      'Age of the oldest submission waiting for a target; 0 if none',
      'target',
    ),
    alerts,
    expired,
    outcomes,
    ready: gauge('relay_ready', '1 if the relay accepts submissions (/readyz)'),
    required: gauge('relay_spool_required_free_bytes', 'Free bytes required to accept submissions (RELAY_FREE_BYTES)'),
    free: gauge('relay_spool_free_bytes', 'Free bytes on the file system that contains the spool'),
    backlog: gauge('relay_local_entries', 'Submissions on this machine that are waiting for the database'),
    entries: gauge('relay_entries', 'Submissions by place', 'place'),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Adds metrics about the process, such as its memory use, and about the relay's version. */
export function addProcessMetrics({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
  const name = 'relay_build_info'
  // The bundler replaces `npm_package_version` with the version. In an unbundled relay, npm sets the variable.
  const labelNames = ['version', 'release', 'node']
  new Gauge({ name, help: 'Version of the running relay; the value is 1', labelNames, registers: [registry] }).set(
    {
      version: process.env.npm_package_version ?? '',
      // Empty unless this folder is `releases/<UTC time>/relay`.
      release: /\/releases\/([^/]+)\/relay$/.exec(import.meta.dirname)?.[1] ?? '',
      node: process.versions.node,
    },
    1,
  )
}
