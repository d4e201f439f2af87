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

interface RepeatOptions {
  /** Milliseconds from the end of a run to the start of the next. */
  pause: number
  /** When the first run starts. */
  start: 'now' | 'after-pause'
}

/**
 * Runs a task repeatedly, with a pause after each run. The task must not reject.
 * @returns a function that stops the repetition and resolves when the current run has ended
 */
export function repeat(clock: Clock, { pause, start }: RepeatOptions, work: () => Promise<unknown>) {
  let stopped = false
  let running: Promise<unknown> | undefined
  let cancelTimer = (): void => {}
  const wait = (): void => {
    if (!stopped) cancelTimer = clock.setTimer(pause, run)
  }
  const run = (): void => {
    running = work().finally(wait)
  }
  if (start === 'now') run()
  else wait()
  return async (): Promise<void> => {
    stopped = true
    cancelTimer()
    await running
  }
}

/**
 * Formats a time in UTC, such as `Nov 21, 2026, 1:01:03 PM UTC`. If the time zone differs from UTC at that time, returns
 * the local time followed by the UTC time in parentheses.
 */
export function formatTime(moment: string, timeZone = 'UTC', language = 'en'): string {
  const date = new Date(moment)
  const timeIn = (zone: string) =>
    date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone })
  const utc = `${timeIn('UTC')} UTC`
  if (timeIn(timeZone) === timeIn('UTC')) return utc
  return `${date.toLocaleString(language, { ...MOMENT, timeZone, timeZoneName: 'short' })} (${utc})`
}

/** The medium style, with each field listed, because `timeZoneName` cannot be combined with `dateStyle`. */
const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
}
