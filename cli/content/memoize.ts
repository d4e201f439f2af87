/** Caches results per object. Reloads reuse the objects of unchanged files, so rules rerun only for changed files. */
export function memoize<K extends object, T>(compute: (key: K) => T): (key: K) => T {
  const cache = new WeakMap<K, { result: T }>()
  return (key) => {
    const cached = cache.get(key)
    if (cached) return cached.result
    const result = compute(key)
    cache.set(key, { result })
    return result
  }
}

/** Caches all results of a function. Use it only for functions that are called with few distinct strings. */
export function memoizeByText<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const made = known.get(text) ?? make(text)
    known.set(text, made)
    return made
  }
}
