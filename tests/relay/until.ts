/** Between two looks: next to nothing for who waits, and the processor is free for what is waited for. Milliseconds. */
const PAUSE = 10

/** Waits for a condition, at most half a minute; the time is only there so that a broken test ends. */
export async function until<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + 120_000
  while (performance.now() < end) {
    const found = await condition()
    if (found) return found as NonNullable<T>
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  throw new Error(`Waited in vain: ${what}`)
}
