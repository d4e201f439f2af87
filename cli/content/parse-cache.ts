import { statSync } from 'node:fs'
import { type Cache, openCache } from '../cache.mjs'

/**
 * Creates an in-memory cache of read and parsed files. Reloading a content folder with the same cache reads and parses
 * only changed files, and reuses the objects of all other files.
 * @param folder folder of the persistent cache on disk
 */
export function createParseCache(folder?: string) {
  return cacheOf(openCache(folder), new Map(), new Map())
}
export type ParseCache = ReturnType<typeof cacheOf>

function cacheOf(
  disk: Cache,
  contents: Map<string, { stamp: string; value: unknown }>,
  results: Map<string, { from: readonly string[]; value: unknown }>,
) {
  return {
    disk,
    /** Returns the cached result for a file. Calls `make` again if the file's timestamps or size have changed. */
    read<T>(file: string, make: (file: string, stamp: string) => T): T {
      const { mtimeMs, ctimeMs, size, ino } = statSync(file)
      const stamp = [ctimeMs, mtimeMs, size, ino].join(' ')
      const cached = contents.get(file)
      if (cached?.stamp === stamp) return cached.value as T
      const value = make(file, stamp)
      contents.set(file, { stamp, value })
      return value
    },
    isEmpty: () => results.size === 0,
    /** Must be called after writing a file, because timestamps are coarse and may not have changed. */
    forget(file: string): void {
      contents.delete(file)
    },
    /** Returns the cached result with this name. Calls `make` again if the inputs in `from` have changed. */
    async remember<T>(name: string, from: readonly string[], make: () => Promise<T>): Promise<T> {
      const cached = results.get(name)
      if (cached?.from.every((text, index) => text === from[index])) return cached.value as T
      const value = await make()
      results.set(name, { from, value })
      return value
    },
    /** Returns a copy for a dry run. New results in the copy do not affect the original. */
    branch: () => cacheOf(disk, contents, new Map(results)),
  }
}
