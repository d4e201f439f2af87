import type { Alert } from './alert.ts'
import type { DeliveryResult } from './delivery/delivery.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Writes down what happens after a post was taken. Details of outcomes are left out: other sides quote what they got. */
export function watchRelay(log: Logger, metrics: Metrics) {
  return {
    onAlert({ kind, id, target, detail }: Alert): void {
      metrics.alerts.inc({ kind })
      log.error({ alert: kind, id, target, ...(kind === 'dead' ? {} : { detail }) }, 'alert')
    },
    onOutcome({ id, formType, target, tries, outcome, milliseconds }: DeliveryResult): void {
      metrics.deliveries.inc({ target, outcome: outcome.kind })
      const level = outcome.kind === 'delivered' ? 'info' : 'warn'
      log[level]({ id, form: formType, target, tries, outcome: outcome.kind, ms: milliseconds }, 'delivery')
    },
  }
}
