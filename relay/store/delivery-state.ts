import { MINUTE } from '../clock.ts'
import type { Alert } from './alert.ts'
import { CONFIRM_WITHIN, getConfirmedAt } from './records.ts'
import type { DeliveryState, Entry, Envelope, Settlement } from './store.ts'

/** Maximum number of items in the history; the oldest are removed first. */
const HISTORY = 50

/** Returns the initial state of a delivery, before its first attempt. */
export function createDeliveryState(target: string, envelope: Envelope): DeliveryState {
  const { receivedAt, confirmedTargets = [] } = envelope
  const state: DeliveryState = { target, status: 'waiting', tries: 0, nextAt: Date.parse(receivedAt), history: [] }
  if (!confirmedTargets.includes(target)) return state
  const history = [{ at: receivedAt, kind: 'unconfirmed', detail: 'waits until the visitor confirms the consent' }]
  if (getConfirmedAt(envelope)) return { ...state, history }
  return { ...state, status: 'unconfirmed', nextAt: state.nextAt + CONFIRM_WITHIN, history }
}

/** Reports whether a delivery waits for its next attempt, or until the visitor confirms a consent. */
export function isWaiting({ status }: Pick<DeliveryState, 'status'>): boolean {
  return status === 'waiting' || status === 'unconfirmed'
}

/** Returns the state of a delivery at the start of an attempt. */
export function markClaimed(state: DeliveryState): DeliveryState {
  return { ...state, status: 'sending', tries: state.tries + 1 }
}

/** Returns the state of a claimed delivery after its attempt. */
export function markSettled(state: DeliveryState, settlement: Settlement, now: number): DeliveryState {
  const { interruptions: _ended, ...before } = state
  const { status, detail } = settlement
  const kind = status === 'waiting' ? 'temporary' : status
  return {
    ...before,
    tries: before.tries - (status === 'interrupted' ? 1 : 0),
    status: status === 'interrupted' ? 'waiting' : status,
    nextAt: now + (status === 'waiting' ? settlement.pause : 0),
    // Cleared after a successful delivery, so that sending the submission again reaches all recipients.
    reached: status === 'delivered' ? undefined : (settlement.reached ?? before.reached),
    history: appendHistory(before, kind, detail, now),
  }
}

/**
 * Pauses after the first four interruptions in a row; a fifth makes the delivery dead. For pauses between retries, see
 * targets/retry-schedules.ts.
 */
const INTERRUPTION_PAUSES = [0, MINUTE / 2, 2 * MINUTE, 10 * MINUTE]

/**
 * Returns the state of a delivery whose attempt was interrupted because the relay stopped. It is sent again, because
 * the receiver may not have received it, and the attempt is not counted. The number of interruptions is limited,
 * because the delivery itself may crash the relay.
 */
export function markInterrupted(state: DeliveryState, id: string, now: number): DeliveryState {
  const interruptions = (state.interruptions ?? 0) + 1
  const pause = INTERRUPTION_PAUSES[interruptions - 1]
  return {
    ...state,
    status: pause === undefined ? 'dead' : 'waiting',
    tries: Math.max(state.tries - 1, 0),
    interruptions,
    nextAt: now + (pause === undefined ? 0 : spread(pause, id)),
    history: appendHistory(state, 'interrupted', 'the relay stopped during this attempt', now),
  }
}

/** Returns the alert for a delivery that the relay gave up on after repeated interruptions. */
export function createInterruptedAlert(id: string, { target, interruptions }: DeliveryState): Alert {
  const detail = `given up: the relay stopped ${interruptions} times in a row during this delivery`
  return { kind: 'interrupted', id, target, detail }
}

/** Varies a pause by up to half, so that deliveries interrupted together are not retried together. */
function spread(pause: number, id: string): number {
  return Math.round(pause * (0.5 + Number.parseInt(id.slice(-4), 16) / 0x10000))
}

/**
 * Restarts deliveries of an entry for an operator.
 * @throws Error with a message for the operator if there is no such delivery
 */
export function markRetried({ envelope: { id }, place, deliveries }: Entry, target: string | undefined, now: number) {
  if (place !== 'dead' && place !== 'queue' && place !== 'done')
    throw new Error(`${id} is in ${place}; only submissions in queue, dead or done can be retried.`)
  const chosen = deliveries.filter(
    (state) =>
      (target === undefined || state.target === target) &&
      (place === 'done'
        ? target !== undefined || state.status === 'delivered'
        : state.status === 'dead' || state.status === 'waiting'),
  )
  if (chosen.length === 0) throw new Error(`${id} has no dead or waiting delivery${target ? ` to ${target}` : ''}.`)
  return chosen.map(({ interruptions: _ended, ...state }): DeliveryState => {
    const tries = state.status === 'waiting' ? state.tries : 0
    const history = appendHistory(state, 'retried', 'by an operator', now)
    return { ...state, status: 'waiting', tries, nextAt: now, history }
  })
}

/**
 * Abandons a delivery of an entry for an operator.
 * @throws Error with a message for the operator if there is no such delivery
 */
export function markAbandoned(
  { envelope: { id }, place, deliveries }: Entry,
  target: string,
  now: number,
): DeliveryState {
  const delivery = deliveries.find((state) => state.target === target)
  const pending = place === 'queue' || place === 'dead'
  if (pending && delivery?.status === 'sending') throw new Error(`${id} is currently being sent to ${target}.`)
  if (!pending || !delivery || !(isWaiting(delivery) || delivery.status === 'dead'))
    throw new Error(`${id} has no dead or waiting delivery to ${target}.`)
  return { ...delivery, status: 'abandoned', history: appendHistory(delivery, 'abandoned', 'by an operator', now) }
}

/** @throws Error with a message for the operator if the entry is not spam */
export function assertReleasable(id: string, place: Entry['place']): void {
  if (place !== 'spam') throw new Error(`${id} is in ${place}; only submissions in spam can be released.`)
}

function appendHistory({ history }: DeliveryState, kind: string, detail: string, now: number) {
  return [...history, { at: new Date(now).toISOString(), kind, detail }].slice(-HISTORY)
}

/**
 * Returns the time when a delivery is due. The wait is never longer than the intended pause, even if the stored time
 * came from a wrong clock or the clock has been set back.
 */
export function getDueTime({ nextAt, history }: DeliveryState, now: number): number {
  const before = Date.parse(history.at(-1)?.at ?? '')
  return Math.min(nextAt, now + (before < nextAt ? nextAt - before : 0))
}

/** Returns the place to which an entry moves once none of its deliveries is open; undefined before that. */
export function getFinalPlace(states: readonly DeliveryState[]): 'done' | 'dead' | undefined {
  if (states.some((state) => isWaiting(state) || state.status === 'sending')) return undefined
  return states.some(({ status }) => status === 'dead') ? 'dead' : 'done'
}
