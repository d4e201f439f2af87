import { type Clock, DAY } from '../clock.ts'
import type { DeliveryResult } from '../delivery/delivery.ts'
import type { Alert } from './alert.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'

/**
 * Creates a function that raises an alert when a submission is held as spam, at most once a day, because there may be
 * hundreds.
 */
export function createSpamAlert(clock: Clock, onAlert: (alert: Alert) => void): (id: string) => void {
  let next = 0
  return (id) => {
    if (clock.now() < next) return
    next = clock.now() + DAY
    onAlert({
      kind: 'held',
      id,
      detail:
        'held back as spam. To list all spam, run: relay list --place spam. To deliver it, run: relay release <id>',
    })
  }
}

/** Logs deliveries and alerts. An outcome's `detail` is not logged, because it may quote visitor input. */
export function createMonitor(log: Logger, metrics: Metrics) {
  return {
    onAlert({ kind, id, target, detail }: Alert): void {
      metrics.alerts.inc({ kind })
      log.error({ alert: kind, id, target, detail }, 'alert')
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
