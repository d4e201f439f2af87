/**
 * Runs a task for each item in order, with at most `limit` tasks at once. After the first failure, starts no further
 * tasks, and rejects with that failure once the running tasks have ended. (`p-map` rejects while they are still
 * running.)
 */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  task: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const rest = items.entries()
  const failures: unknown[] = []
  const work = async () => {
    for (const [index, item] of rest) {
      if (failures.length > 0) return
      try {
        await task(item, index)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  if (failures.length > 0) throw failures[0]
}
