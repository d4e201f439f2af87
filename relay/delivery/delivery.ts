import type { Clock } from '../clock.ts'
import { settleWithin } from '../concurrency.ts'
import type { Alert } from '../monitoring/alerts.ts'
import type { Entry, Store } from '../spool/store.ts'
import type { Outcome, Target } from '../targets/target.ts'
import { pauseAfter } from './schedules.ts'
import { tryDelivery } from './try-delivery.ts'

export interface DeliveryOptions {
  store: Store
  targets: readonly Target[]
  clock: Clock
  /** Sends at the same time to one target. */
  sendsPerTarget?: number
  /** Between 0 and 1; spreads the tries. */
  random?: () => number
  /** After every try, for logs and metrics. `detail` in the outcome may hold words of the other side. */
  onOutcome?: (result: DeliveryResult) => void
  onAlert?: (alert: Alert) => void
}

export interface DeliveryResult {
  id: string
  formType: string
  target: string
  tries: number
  outcome: Outcome
  /** What became of the delivery. */
  end: 'delivered' | 'waiting' | 'dead' | 'abandoned'
  milliseconds: number
}

export interface Delivery {
  /** Begins to deliver. What is committed, retried or released later is noticed by itself. */
  start(): void
  /**
   * Takes up nothing new and resolves when the sends under way have ended and are noted. What has not ended within
   * so many milliseconds is cut off and stays marked as being sent: the next start sends it again.
   */
  stop(within?: number): Promise<void>
}

/** Milliseconds until a disk that failed is tried again. */
const PAUSE = 5_000

/** Milliseconds that sends under way get when the relay stops; a mail server may take many times that. */
const STOP = 120_000

/**
 * Hands what is due to its targets, several at once. Each target has places of its own, so that one that hangs or
 * is down never keeps another waiting.
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, clock, random = Math.random, sendsPerTarget = 4, onOutcome, onAlert } = options
  const targets = new Map(options.targets.map((target) => [target.name, target]))
  const sends = new Map<string, number>()
  const pendingSends = new Set<Promise<void>>()
  const interrupt = new AbortController()
  let running = false
  let taking: Promise<void> | undefined
  let again = false
  let cancelTimer = (): void => {}
  let unwatch = (): void => {}

  const busy = (): Set<string> =>
    new Set([...sends].filter(([, count]) => count >= sendsPerTarget).map(([target]) => target))

  /** Takes all that is due; what becomes due meanwhile is taken in the same go. */
  function wake(): void {
    again = true
    if (!running || taking) return
    taking = takeDue().finally(() => {
      taking = undefined
      if (again) wake()
    })
  }

  async function takeDue(): Promise<void> {
    cancelTimer()
    let pause: number | undefined
    try {
      while (again && running) {
        again = false
        for (;;) {
          const claimed = running ? await store.claim(clock.now(), busy()) : undefined
          if (!claimed) break
          const send = deliver(claimed.entry, claimed.target).finally(() => pendingSends.delete(send))
          pendingSends.add(send)
        }
      }
      const due = store.nextDue(busy())
      if (due !== undefined) pause = Math.max(due - clock.now(), 0)
    } catch (error) {
      onAlert?.({ kind: 'disk', detail: `deliveries cannot be taken up: ${(error as Error).message}` })
      again = false
      pause = PAUSE
    }
    if (running && pause !== undefined) cancelTimer = clock.setTimer(pause, wake)
  }

  async function deliver(entry: Entry, name: string): Promise<void> {
    sends.set(name, (sends.get(name) ?? 0) + 1)
    const target = targets.get(name) as Target
    const begin = clock.now()
    const outcome = await tryDelivery(target, entry, clock, interrupt.signal)
    // From here on it takes no place: a disk that refuses to note one result keeps nobody else waiting.
    sends.set(name, (sends.get(name) ?? 1) - 1)
    wake()
    // Should even that not be noted, the next start takes it for a relay that ended.
    if (interrupt.signal.aborted && outcome.kind !== 'delivered')
      return store.cutOff(entry.envelope.id, name).catch(() => {})
    const { id, formType } = entry.envelope
    if (outcome.setup !== undefined) onAlert?.({ kind: 'refused', id, target: name, detail: outcome.setup })
    const tries = entry.deliveries.find((state) => state.target === name)?.tries ?? 1
    const milliseconds = clock.now() - begin
    const end = await note(target, id, tries, outcome)
    onOutcome?.({ id, formType, target: name, tries, outcome, end, milliseconds })
    wake()
  }

  /** Insists: what was delivered but not noted as such would be delivered again. */
  async function note(target: Target, id: string, tries: number, outcome: Outcome): Promise<DeliveryResult['end']> {
    const again = outcome.kind === 'temporary' ? outcome : undefined
    const pause = again && pauseAfter(target.schedule, tries, random(), again.retryAfter)
    for (;;) {
      try {
        if (outcome.kind === 'delivered') {
          await store.ack(id, target.name, outcome.detail)
          return 'delivered'
        }
        if (pause !== undefined) {
          await store.retryAt(id, target.name, clock.now() + pause, outcome.detail, again?.reached)
          return 'waiting'
        }
        if (outcome.kind === 'skipped' || target.givenUp) {
          await store.giveUp(id, target.name, outcome.detail)
          return 'abandoned'
        }
        await store.dead(id, target.name, outcome.detail, again?.reached)
        onAlert?.({ kind: 'dead', id, target: target.name, detail: `given up after ${tries} tries` })
        return 'dead'
      } catch (error) {
        onAlert?.({
          kind: 'disk',
          id,
          target: target.name,
          detail: `a delivery could not be noted: ${(error as Error).message}`,
        })
        if (!running) return 'waiting'
        await new Promise<void>((resolve) => clock.setTimer(PAUSE, resolve))
      }
    }
  }

  return {
    start() {
      if (running) return
      running = true
      unwatch = store.watch(wake)
      wake()
    },
    async stop(within = STOP) {
      running = false
      cancelTimer()
      unwatch()
      await taking
      await settleWithin(pendingSends, within)
      interrupt.abort()
      await Promise.all(pendingSends)
    },
  }
}
