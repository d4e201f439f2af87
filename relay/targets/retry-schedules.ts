import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts'

/**
 * Initial pauses, in milliseconds, of the schedules for emails and confirmations. The operator's guide states the number
 * of attempts. For pauses after interruptions, see store/delivery-state.ts.
 */
const FIRST = [0, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR]
/** Number of six-hour pauses after the initial ones, for five days in total. */
const STEADY = Math.floor((5 * DAY - FIRST.reduce((sum, pause) => sum + pause, 0)) / (6 * HOUR))

/**
 * Pauses before each attempt to send an email or write a file: none at first, then increasing to six hours, for five
 * days in total.
 */
export const mailSchedule: readonly number[] = [...FIRST, ...Array<number>(STEADY).fill(6 * HOUR)]

/** Pauses before each attempt to send a confirmation, which is useless to the visitor after a few hours. */
export const confirmationSchedule: readonly number[] = FIRST

/**
 * Pauses recommended by
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#retry-schedule
 */
export const webhookSchedule: readonly number[] = [
  ...[0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, DAY],
]

/** Maximum random variation of a pause, as a fraction. It keeps retries from all happening at once. */
const SPREAD = 0.2

/**
 * Returns the pause before the next attempt, in milliseconds; undefined if no attempts are left.
 * @param tries number of attempts so far
 * @param random between 0 and 1
 * @param retryAfter minimum pause that the receiver requested, in milliseconds; capped at a day
 */
export function getRetryDelay(schedule: readonly number[], tries: number, random: number, retryAfter = 0) {
  const pause = schedule[tries]
  if (pause === undefined) return undefined
  const spread = Math.round(pause * (1 - SPREAD + 2 * SPREAD * random))
  return Math.max(spread, Math.min(retryAfter, DAY))
}
