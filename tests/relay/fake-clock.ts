import type { Clock } from '../../relay/clock.ts'

export interface FakeClock extends Clock {
  /** Advances the time and runs due timers in order. */
  advance(milliseconds: number): void
  /** Sets the clock back, as an operator or NTP might. Timers keep their delays, as in Node. */
  setBack(milliseconds: number): void
  /** Remaining delays of the timers, shortest first. */
  pending(): number[]
}

/** Creates a clock that changes only through its methods. */
export function createFakeClock(start = Date.UTC(2026, 0, 5, 9)): FakeClock {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    setTimer(milliseconds, run) {
      const timer = { at: now + Math.max(milliseconds, 0), run }
      timers.push(timer)
      // As with a real clock, a timer without a delay fires immediately.
      if (milliseconds <= 0) setImmediate(() => timers.includes(timer) && fire(timer))
      return () => {
        timers = timers.filter((other) => other !== timer)
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
    timers = timers.filter((other) => other !== timer)
    timer.run()
  }
}
