/** Result of one check. `warn` deserves attention; `fail` prevents submissions from being accepted or delivered. */
export interface Finding {
  check: string
  level: 'ok' | 'warn' | 'fail'
  detail: string
}

/** Milliseconds per sync or commit; slower ones delay every visitor noticeably. */
export const SLOW = 50

const ROUNDS = 20

/** Times an operation several times. @returns the median in milliseconds */
export async function medianTime(operation: () => Promise<unknown>, prepare = async () => {}): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await prepare()
    const begin = performance.now()
    await operation()
    times.push(performance.now() - begin)
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? 0
}
