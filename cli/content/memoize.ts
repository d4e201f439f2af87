/**
 * Caches the result of a function for each object. Reloading a folder reuses the objects of unchanged files, so rules
 * run again only for changed files.
 */
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
