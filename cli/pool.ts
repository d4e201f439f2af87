/** Runs a task for every item, a few at a time, in order of the list. The first failure ends it. */
export async function forEachLimited<T>(
  items: readonly T[],
  limit: number,
  task: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      await task(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
}

/** Items in lists that are worth handing over. */
export function inBatches<T>(items: readonly T[], size = 8): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  )
}
