import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { settleWithin } from '../concurrency.ts'
import type { Alert } from '../store/alert.ts'
import type { Claim, Settlement, Store } from '../store/store.ts'
import { getRetryDelay } from '../targets/retry-schedules.ts'
import type { DeliveryOutcome, Target } from '../targets/target.ts'
import { watchOverdueDeliveries } from './overdue-watch.ts'
import { tryDelivery } from './try-delivery.ts'

export interface DeliveryWorkerOptions {
  store: Store
  targets: readonly Target[]
  clock: Clock
  /** Maximum number of concurrent sends per target. */
  sendsPerTarget?: number
  /** Submissions that are being received. Deliveries give way to them, because visitors wait for their responses. */
  pendingPosts?: ReadonlySet<Promise<void>>
  /** Returns a random number between 0 and 1, used to vary the pauses between attempts. */
  random?: () => number
  /** Called after every attempt, for logs and metrics. The outcome's `detail` may quote the receiver. */
  onOutcome?: (result: DeliveryResult) => void
  onAlert?: (alert: Alert) => void
}

export interface DeliveryResult {
  id: string
  formType: string
  target: string
  tries: number
  outcome: DeliveryOutcome
  /** Status of the delivery after the attempt. */
  status: 'delivered' | 'waiting' | 'dead' | 'abandoned'
  milliseconds: number
}

/** Maximum number of milliseconds for which deliveries give way to a submission that is being received. */
const GIVE_WAY = 500
/** Milliseconds to wait after a submission, so that deliveries do not start between the submissions of a burst. */
const PAUSE_AFTER_POST = 20

/** Milliseconds to wait before retrying a store operation that has failed. */
const STORE_FAILURE_PAUSE = 5_000

/** Milliseconds to wait for sends in progress when the relay stops. Sending an email may take much longer. */
const STOP_TIMEOUT = 120_000

/**
 * Creates a worker that sends due deliveries to their targets. Each target has its own limit on concurrent sends, so a
 * target that hangs or is down does not block other targets.
 */
export function createDeliveryWorker(options: DeliveryWorkerOptions) {
  const { store, clock, random = Math.random, sendsPerTarget = 4, onOutcome, onAlert } = options
  const { pendingPosts = new Set() } = options
  const targets = new Map(options.targets.map((target) => [target.name, target]))
  /** Number of free send slots per target. */
  const freeSlots = new Map(options.targets.map(({ name }) => [name, sendsPerTarget]))
  const pendingSends = new Set<Promise<void>>()
  const interrupt = new AbortController()
  // Each send in progress listens to the signal.
  setMaxListeners(0, interrupt.signal)
  const overdue = watchOverdueDeliveries({ store, targets: [...targets.keys()], clock, onAlert })
  let running = false
  let claiming: Promise<void> | undefined
  let wokenAgain = false
  /** Whether the last claim failed. Only the first of several consecutive failures raises an alert. */
  let failing = false
  /** Submissions that took longer than `GIVE_WAY`, such as uploads over a slow network. Deliveries ignore them. */
  const slowPosts = new WeakSet<Promise<void>>()
  let cancelTimer = (): void => {}
  let unwatch = (): void => {}

  const availableSlots = () => new Map([...freeSlots].filter(([, free]) => free > 0))
  const occupy = (name: string, count: 1 | -1) => freeSlots.set(name, (freeSlots.get(name) ?? 0) - count)

  /** Claims all due deliveries, including any that become due in the meantime. */
  function wake(): void {
    wokenAgain = true
    if (!running || claiming) return
    claiming = claimDue().finally(() => {
      claiming = undefined
      if (wokenAgain) wake()
    })
  }

  async function giveWay(): Promise<void> {
    const end = performance.now() + GIVE_WAY
    for (let left = GIVE_WAY; left > 0; left = end - performance.now()) {
      const posts = new Set([...pendingPosts].filter((post) => !slowPosts.has(post)))
      if (posts.size === 0) return
      await settleWithin(posts, left)
      await setTimeout(PAUSE_AFTER_POST)
    }
    for (const post of pendingPosts) slowPosts.add(post)
  }

  async function claimDue(): Promise<void> {
    cancelTimer()
    let pause: number | undefined
    await giveWay()
    try {
      while (wokenAgain && running) {
        wokenAgain = false
        const claims = await store.claim(availableSlots())
        // If any were due, claims again, because more may be due.
        if (claims.length > 0) wokenAgain = true
        for (const claim of claims) {
          const send = deliver(claim).finally(() => pendingSends.delete(send))
          pendingSends.add(send)
        }
      }
      const due = await store.nextDue(availableSlots().keys())
      if (due !== undefined) pause = Math.max(due, 0)
      failing = false
    } catch (error) {
      if (!failing) onAlert?.({ kind: 'disk', detail: `due deliveries cannot be claimed: ${(error as Error).message}` })
      failing = true
      wokenAgain = false
      pause = STORE_FAILURE_PAUSE
    }
    if (running && pause !== undefined) cancelTimer = clock.setTimer(pause, wake)
  }

  async function deliver(claim: Claim): Promise<void> {
    const { target: name, tries } = claim.state
    occupy(name, 1)
    const target = targets.get(name) as Target
    const begin = clock.now()
    const outcome = await tryDelivery(target, claim, options, interrupt.signal)
    overdue.ended(name)
    // Frees the slot before storing the result, so that a failing disk does not block other deliveries.
    occupy(name, -1)
    wake()
    // On shutdown, ignores a storage error, because the next start treats the delivery as interrupted anyway.
    if (interrupt.signal.aborted && outcome.kind !== 'delivered')
      return store
        .settle(claim, { status: 'interrupted', detail: 'the relay was stopped during this attempt' })
        .catch(() => {})
    const { id, formType } = claim.envelope
    if (outcome.setup !== undefined) onAlert?.({ kind: 'refused', id, target: name, detail: outcome.setup })
    const milliseconds = clock.now() - begin
    const status = await storeResult(target, claim, outcome)
    onOutcome?.({ id, formType, target: name, tries, outcome, status, milliseconds })
    wake()
  }

  /** Stores the result, retrying until that succeeds, because otherwise the submission would be delivered again. */
  async function storeResult(
    target: Target,
    claim: Claim,
    outcome: DeliveryOutcome,
  ): Promise<DeliveryResult['status']> {
    const { id } = claim.envelope
    const { tries } = claim.state
    const settlement = settlementOf(target, tries, outcome, random())
    for (let first = true; ; first = false) {
      try {
        await store.settle(claim, settlement)
        if (settlement.status === 'dead')
          onAlert?.({ kind: 'dead', id, target: target.name, detail: describeEnd(tries, outcome) })
        return settlement.status
      } catch (error) {
        const detail = `the result of a delivery could not be stored: ${(error as Error).message}`
        if (first) onAlert?.({ kind: 'disk', id, target: target.name, detail })
        if (!running) return 'waiting'
        await new Promise<void>((resolve) => clock.setTimer(STORE_FAILURE_PAUSE, resolve))
      }
    }
  }

  return {
    /** Starts delivering waiting submissions, and any that are committed, retried or released later. */
    start(): void {
      if (running) return
      running = true
      unwatch = store.watch(wake)
      overdue.start()
      wake()
    },
    /**
     * Stops claiming deliveries. Resolves when the sends in progress have ended and their results are stored. Aborts
     * sends that take longer than `within` milliseconds; they are repeated after the next start.
     */
    async stop(within = STOP_TIMEOUT): Promise<void> {
      running = false
      cancelTimer()
      unwatch()
      overdue.stop()
      await claiming
      await settleWithin(pendingSends, within)
      interrupt.abort()
      await Promise.all(pendingSends)
    },
  }
}

function describeEnd(tries: number, { reason }: DeliveryOutcome): string {
  return `given up after ${tries} ${tries === 1 ? 'attempt' : 'attempts'}${reason === undefined ? '' : `: ${reason}`}`
}

/** Returns the settlement for the outcome of an attempt: delivered, waiting for the next attempt, or given up. */
function settlementOf({ schedule, givenUp }: Target, tries: number, outcome: DeliveryOutcome, random: number) {
  const { kind, detail } = outcome
  if (kind === 'delivered') return { status: kind, detail } satisfies Settlement
  const { reached, retryAfter = undefined } = kind === 'temporary' ? outcome : {}
  const pause = kind === 'temporary' ? getRetryDelay(schedule, tries, random, retryAfter) : undefined
  const status = kind === 'skipped' ? 'abandoned' : (givenUp ?? 'dead')
  return (
    pause === undefined ? { status, detail, reached } : { status: 'waiting', pause, detail, reached }
  ) satisfies Settlement
}
