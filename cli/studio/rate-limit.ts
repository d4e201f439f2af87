/** Milliseconds, on a clock that never jumps. */
const WINDOW = 15 * 60_000

/**
 * Creates a function that reports whether an event is within the limits of all its keys, such as a person and a network,
 * and then counts it for 15 minutes. Stores as many events as the limits allow, so the keys of one limit must be few.
 */
export function createRateLimit() {
  let events: { keys: string[]; time: number }[] = []
  return (limits: Readonly<Record<string, number>>): boolean => {
    const now = performance.now()
    events = events.filter(({ time }) => now - time < WINDOW)
    const count = (key: string) => events.filter(({ keys }) => keys.includes(key)).length
    if (Object.entries(limits).some(([key, limit]) => count(key) >= limit)) return false
    events.push({ keys: Object.keys(limits), time: now })
    return true
  }
}
