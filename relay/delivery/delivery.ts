import type { Alert } from '../alert.ts'
import type { Clock } from '../clock.ts'
import type { Entry, Store } from '../spool/store.ts'
import type { Outcome, Target } from '../targets/target.ts'
import { pauseAfter } from './backoff.ts'
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
  end: 'delivered' | 'waiting' | 'dead'
  milliseconds: number
}

export interface Delivery {
  /** Begins to deliver. What is committed, retried or released later is noticed by itself. */
  start(): void
  /** Takes up nothing new and resolves when the sends under way have ended and are noted. */
  stop(): Promise<void>
}

/** Milliseconds until a disk that failed is tried again. */
const PAUSE = 5_000

/**
 * Hands what is due to its targets, several at once. Each target has places of its own, so that one that hangs or
 * is down never keeps another waiting.
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { store, clock, random = Math.random, sendsPerTarget = 4, onOutcome, onAlert } = options
  const targets = new Map(options.targets.map((target) => [target.name, target]))
  /** Places that are taken, by target: each claims, sends and notes one delivery after the other. */
  const places = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  let running = false
  let stalled = false
  let cancelTimer = (): void => {}
  let unwatch = (): void => {}

  const placesOf = (name: string): number => places.get(name) ?? 0
  /** All targets but one, so that a claim is for that one. */
  const others = new Map(
    [...targets.keys()].map((name) => [name, new Set([...targets.keys()].filter((x) => x !== name))]),
  )

  /** Fills the free places of every target that has something due, and sets the timer for what is due later. */
  function wake(): void {
    if (!running || stalled) return
    cancelTimer()
    for (const [name, target] of targets) {
      while (placesOf(name) < sendsPerTarget && isDue(others.get(name))) {
        places.set(name, placesOf(name) + 1)
        const place = serve(target).finally(() => underWay.delete(place))
        underWay.add(place)
      }
    }
    const full = new Set([...targets.keys()].filter((name) => placesOf(name) >= sendsPerTarget))
    const due = store.nextDue(full)
    if (due !== undefined) cancelTimer = clock.setTimer(Math.max(due - clock.now(), 0), wake)
  }

  function isDue(except: ReadonlySet<string> | undefined): boolean {
    const due = store.nextDue(except)
    return due !== undefined && due <= clock.now()
  }

  /** One place of a target: works until nothing is due for it. */
  async function serve(target: Target): Promise<void> {
    try {
      while (running && !stalled) {
        const claimed = await store.claim(clock.now(), others.get(target.name))
        if (!claimed) break
        await deliver(claimed.entry, target)
      }
    } catch (error) {
      stall(error as Error)
    } finally {
      places.set(target.name, placesOf(target.name) - 1)
      wake()
    }
  }

  /** The disk failed, not a target: nothing is taken up for a while, by no place. */
  function stall(error: Error): void {
    if (stalled) return
    stalled = true
    onAlert?.({ kind: 'disk', detail: `deliveries cannot be taken up: ${error.message}` })
    cancelTimer()
    if (!running) return
    cancelTimer = clock.setTimer(PAUSE, () => {
      stalled = false
      wake()
    })
  }

  async function deliver(entry: Entry, target: Target): Promise<void> {
    const begin = clock.now()
    const outcome = await tryDelivery(target, entry, clock)
    const { id, formType } = entry.envelope
    const tries = entry.deliveries.find((state) => state.target === target.name)?.tries ?? 1
    const milliseconds = clock.now() - begin
    const end = await note(target, id, tries, outcome)
    onOutcome?.({ id, formType, target: target.name, tries, outcome, end, milliseconds })
  }

  /** Insists: what was delivered but not noted as such would be delivered again. */
  async function note(target: Target, id: string, tries: number, outcome: Outcome): Promise<DeliveryResult['end']> {
    const pause =
      outcome.kind === 'temporary' ? pauseAfter(target.schedule, tries, random(), outcome.retryAfter) : undefined
    for (;;) {
      try {
        if (outcome.kind === 'delivered') {
          await store.ack(id, target.name, outcome.detail)
          return 'delivered'
        }
        if (pause !== undefined) {
          await store.retryAt(id, target.name, clock.now() + pause, outcome.detail)
          return 'waiting'
        }
        await store.dead(id, target.name, outcome.detail)
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
      stalled = false
      unwatch = store.watch(wake)
      wake()
    },
    async stop() {
      running = false
      cancelTimer()
      unwatch()
      await Promise.all(underWay)
    },
  }
}
