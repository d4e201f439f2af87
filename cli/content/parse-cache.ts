import path from 'node:path'
import { type Cache, openCache } from '../cache.mjs'
import type { ContentFiles } from './content-files.ts'

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
  const folders = new Map<string, unknown>()
  return {
    disk,
    /** Results of checking the whole folder, by the entries that are shown. */
    folders,
    /** Returns the cached result for a file. Calls `make` again if the file's stamp has changed. */
    rememberFile<T>(files: ContentFiles, file: string, make: (stamp: string) => T): T {
      const place = path.join(files.folder, file)
      const stamp = files.stamp(file)
      const cached = contents.get(place)
      if (cached?.stamp === stamp) return cached.value as T
      const value = make(stamp)
      contents.set(place, { stamp, value })
      return value
    },
    isEmpty: () => results.size === 0,
    /**
     * Must be called after writing a file, because timestamps are coarse and may not have changed.
     * @param file absolute path
     */
    forget(file: string): void {
      contents.delete(file)
      folders.clear()
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
    branch: () => cacheOf(disk, new Map(contents), new Map(results)),
  }
}
