/** Milliseconds between checks. */
const PAUSE = 10

/** Waits up to two minutes for a condition to become truthy. */
export async function until<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = performance.now() + 120_000
  while (performance.now() < end) {
    const found = await condition()
    if (found) return found as NonNullable<T>
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  throw new Error(`Timed out: ${what}`)
}
