export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Provides the time and timers. Tests replace it with a fake. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  now(): number
  /** Runs a function once after a delay. @returns a function that cancels the timer */
  setTimer(milliseconds: number, run: () => void): () => void
}

/** Longest delay that Node timers support. A timer with a longer delay would fire immediately. */
const MAX_DELAY = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(milliseconds, run) {
    const timer = setTimeout(run, Math.min(Math.max(milliseconds, 0), MAX_DELAY))
    return () => clearTimeout(timer)
  },
}

/**
 * Formats a time in UTC, such as `Nov 21, 2026, 1:01:03 PM UTC`. For any other time zone, returns the local time
 * followed by the UTC time in parentheses.
 */
export function formatTime(moment: string, timeZone = 'UTC', language = 'en'): string {
  const date = new Date(moment)
  const utc = `${new Intl.DateTimeFormat(language, { ...MOMENT, timeZone: 'UTC' }).format(date)} UTC`
  if (timeZone === 'UTC') return utc
  const local = new Intl.DateTimeFormat(language, { ...CLOCK, timeZone, timeZoneName: 'short' }).format(date)
  return `${local} (${utc})`
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'medium' } as const
/**
 * The same format as `MOMENT`, but with each field listed, because `timeZoneName` cannot be combined with `dateStyle`
 * and `timeStyle`.
 */
const CLOCK: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit' },
}
