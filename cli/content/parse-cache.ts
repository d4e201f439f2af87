import { statSync } from 'node:fs'
import { type Cache, openCache } from '../cache.mjs'

interface FileResult {
  stamp: string
  value: unknown
}
interface Result {
  from: readonly string[]
  value: unknown
}

/**
 * Keeps the results of loading a content folder. Loading it again with the same cache reads and parses only files that
 * have changed, and returns the same objects for all others.
 * @param folder of the cache on disk, which outlives the process
 */
export function createParseCache(folder?: string) {
  return cacheOf(openCache(folder), new Map(), new Map())
}
export type ParseCache = ReturnType<typeof cacheOf>

function cacheOf(disk: Cache, contents: Map<string, FileResult>, results: Map<string, Result>) {
  return {
    disk,
    /** The result of `make` for a file, made again when the times or the size of the file have changed. */
    read<T>(file: string, make: (file: string, stamp: string) => T): T {
      const { mtimeMs, ctimeMs, size, ino } = statSync(file)
      const stamp = [ctimeMs, mtimeMs, size, ino].join(' ')
      const known = contents.get(file)
      if (known?.stamp === stamp) return known.value as T
      const value = make(file, stamp)
      contents.set(file, { stamp, value })
      return value
    },
    isEmpty: () => results.size === 0,
    /** Clocks of file systems are coarse: a file that was just written may have the same times as before. */
    forget(file: string): void {
      contents.delete(file)
    },
    /** The result with this name, made again when it was made from other texts. */
    async remember<T>(name: string, from: readonly string[], make: () => Promise<T>): Promise<T> {
      const known = results.get(name)
      if (known?.from.every((text, index) => text === from[index])) return known.value as T
      const value = await make()
      results.set(name, { from, value })
      return value
    },
    /** A copy that keeps new results to itself, for a dry run. */
    branch: () => cacheOf(disk, contents, new Map(results)),
  }
}
