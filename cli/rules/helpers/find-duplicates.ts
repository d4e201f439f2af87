/** Pairs each repeated item with the first item that has the same key. */
export function findDuplicates<T>(items: readonly T[], keyOf: (item: T) => string): [item: T, first: T][] {
  const firsts = new Map<string, T>()
  return items.flatMap((item): [T, T][] => {
    const key = keyOf(item)
    const first = firsts.get(key)
    if (first !== undefined) return [[item, first]]
    firsts.set(key, item)
    return []
  })
}
