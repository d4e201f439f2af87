/**
 * Finds something out once per object. A folder that is loaded again consists of the same objects where it has not
 * changed, so that rules look anew only at what has.
 */
export function oncePer<K extends object, T>(find: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { found: T }>()
  return (key) => {
    const before = known.get(key)
    if (before) return before.found
    const found = find(key)
    known.set(key, { found })
    return found
  }
}
