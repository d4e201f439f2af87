import type { Alert } from '../alert.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../spool/store.ts'
import type { Outcome, Target } from '../targets/target.ts'

export interface DeliveryOptions {
  store: Store
  targets: readonly Target[]
  clock: Clock
  /** Sends at the same time to one target. */
  sendsPerTarget?: number
  /** Between 0 and 1; spreads the tries. */
  random?: () => number
  /** After every try, for logs and metrics. */
  onOutcome?: (result: {
    id: string
    formType: string
    target: string
    tries: number
    outcome: Outcome
    milliseconds: number
  }) => void
  onAlert?: (alert: Alert) => void
}

export interface Delivery {
  /** Begins to deliver. What is committed, retried or released later is noticed by itself. */
  start(): void
  /** Takes up nothing new and resolves when the sends under way have ended and are noted. */
  stop(): Promise<void>
}

export function createDelivery(_options: DeliveryOptions): Delivery {
  throw new Error('not written yet')
}
