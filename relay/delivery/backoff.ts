const DAY = 24 * 60 * 60 * 1000

/** Part of a pause by which it is lengthened or shortened at most, so that many tries do not meet. */
const SPREAD = 0.2

/**
 * Pause before the next try, in milliseconds; undefined when the schedule has no further try.
 * @param tries how many there were
 * @param random between 0 and 1
 * @param retryAfter what the other side asked for: we never come sooner, but at the latest after a day
 */
export function pauseAfter(
  schedule: readonly number[],
  tries: number,
  random: number,
  retryAfter = 0,
): number | undefined {
  const pause = schedule[tries]
  if (pause === undefined) return undefined
  const spread = Math.round(pause * (1 - SPREAD + 2 * SPREAD * random))
  return Math.max(spread, Math.min(retryAfter, DAY))
}
