import type { Clock } from '../clock.ts'
import { settleWithin } from '../concurrency.ts'
import type { Alert } from '../monitoring/alert.ts'
import type { Claim, Settlement, Store } from '../store/store.ts'
import type { Outcome, Target } from '../targets/target.ts'
import { watchOverdue } from './overdue-watch.ts'
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
  /** Of each target, how many more sends may begin. */
  const places = new Map(options.targets.map(({ name }) => [name, sendsPerTarget]))
  const pendingSends = new Set<Promise<void>>()
  const interrupt = new AbortController()
  const overdue = watchOverdue({ store, targets: [...targets.keys()], clock, onAlert })
  let running = false
  let taking: Promise<void> | undefined
  let again = false
  /** What keeps failing is told once. */
  let failing = false
  let cancelTimer = (): void => {}
  let unwatch = (): void => {}

  const room = () => new Map([...places].filter(([, free]) => free > 0))
  const occupy = (name: string, count: 1 | -1) => places.set(name, (places.get(name) ?? 0) - count)

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
          const claims = running ? await store.claim(room()) : []
          if (claims.length === 0) break
          for (const claim of claims) {
            const send = deliver(claim).finally(() => pendingSends.delete(send))
            pendingSends.add(send)
          }
        }
      }
      const due = await store.nextDue(room().keys())
      if (due !== undefined) pause = Math.max(due, 0)
      failing = false
    } catch (error) {
      if (!failing) onAlert?.({ kind: 'disk', detail: `deliveries cannot be taken up: ${(error as Error).message}` })
      failing = true
      again = false
      pause = PAUSE
    }
    if (running && pause !== undefined) cancelTimer = clock.setTimer(pause, wake)
  }

  async function deliver(claim: Claim): Promise<void> {
    const { target: name, tries } = claim.state
    occupy(name, 1)
    const target = targets.get(name) as Target
    const begin = clock.now()
    const outcome = await tryDelivery(target, claim, options, interrupt.signal)
    overdue.moved(name)
    // From here on it takes no place: a disk that refuses to note one result keeps nobody else waiting.
    occupy(name, -1)
    wake()
    // Should even that not be noted, the next start takes it for a relay that ended.
    if (interrupt.signal.aborted && outcome.kind !== 'delivered')
      return store
        .settle(claim, { status: 'interrupted', detail: 'the relay was stopped during this try' })
        .catch(() => {})
    const { id, formType } = claim.envelope
    if (outcome.setup !== undefined) onAlert?.({ kind: 'refused', id, target: name, detail: outcome.setup })
    const milliseconds = clock.now() - begin
    const end = await note(target, claim, outcome)
    onOutcome?.({ id, formType, target: name, tries, outcome, end, milliseconds })
    wake()
  }

  /** Insists: what was delivered but not noted as such would be delivered again. */
  async function note(target: Target, claim: Claim, outcome: Outcome): Promise<DeliveryResult['end']> {
    const { id } = claim.envelope
    const { tries } = claim.state
    const end = settlementOf(target, tries, outcome, random())
    for (let first = true; ; first = false) {
      try {
        await store.settle(claim, end)
        if (end.status === 'dead')
          onAlert?.({ kind: 'dead', id, target: target.name, detail: describeEnd(tries, outcome) })
        return end.status
      } catch (error) {
        const detail = `a delivery could not be noted: ${(error as Error).message}`
        if (first) onAlert?.({ kind: 'disk', id, target: target.name, detail })
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
      overdue.start()
      wake()
    },
    async stop(within = STOP) {
      running = false
      cancelTimer()
      unwatch()
      overdue.stop()
      await taking
      await settleWithin(pendingSends, within)
      interrupt.abort()
      await Promise.all(pendingSends)
    },
  }
}

function describeEnd(tries: number, { reason }: Outcome): string {
  return `given up after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}${reason === undefined ? '' : `: ${reason}`}`
}

/** What becomes of a delivery after a try. */
function settlementOf({ schedule, givenUp }: Target, tries: number, outcome: Outcome, random: number) {
  const { kind, detail } = outcome
  if (kind === 'delivered') return { status: kind, detail } satisfies Settlement
  const { reached, retryAfter = undefined } = kind === 'temporary' ? outcome : {}
  const pause = kind === 'temporary' ? pauseAfter(schedule, tries, random, retryAfter) : undefined
  const status = kind === 'skipped' ? 'abandoned' : (givenUp ?? 'dead')
  return (
    pause === undefined ? { status, detail, reached } : { status: 'waiting', pause, detail, reached }
  ) satisfies Settlement
}
