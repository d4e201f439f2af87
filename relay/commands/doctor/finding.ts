/**
 * Result of one check. `warn` means that something needs attention; `fail` means that submissions cannot be accepted or
 * delivered.
 */
export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  detail: string
}

/** Longest acceptable time for a sync or commit, in milliseconds. Slower writes noticeably delay every visitor. */
export const SLOW_WRITE_MS = 50

/** Maximum tolerated difference between this machine's clock and another, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 5_000

const ROUNDS = 20

/** Runs an operation several times. @returns the median duration in milliseconds */
export async function measureMedianTime(operation: () => Promise<unknown>, prepare = async () => {}): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await prepare()
    const begin = performance.now()
    await operation()
    times.push(performance.now() - begin)
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? 0
}
