import type { Clock } from '../../relay/clock.ts'

export interface FakeClock extends Clock {
  /** Moves time on and runs what falls due, in order. */
  advance(milliseconds: number): void
  /** Sets the time back, as an operator or NTP does; timers keep their pauses, as those of the platform do. */
  setBack(milliseconds: number): void
  /** Pauses of the timers that are set, shortest first. */
  pending(): number[]
}

/** A clock that only moves when it is told to. */
export function createFakeClock(start = Date.UTC(2026, 0, 5, 9)): FakeClock {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    setTimer(milliseconds, run) {
      const timer = { at: now + Math.max(milliseconds, 0), run }
      timers.push(timer)
      // As with a real clock, a pause of nothing needs nobody to wait.
      if (milliseconds <= 0) setImmediate(() => timers.includes(timer) && fire(timer))
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        now = Math.max(now, next.at)
        fire(next)
      }
      now = end
    },
    setBack(milliseconds) {
      now -= milliseconds
      for (const timer of timers) timer.at -= milliseconds
    },
    pending: () => timers.map(({ at }) => at - now).sort((a, b) => a - b),
  }

  function fire(timer: { at: number; run: () => void }): void {
    timers = timers.filter((one) => one !== timer)
    timer.run()
  }
}
