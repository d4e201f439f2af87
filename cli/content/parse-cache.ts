import path from 'node:path'
import { type Cache, openCache } from '../cache.mjs'
import type { ContentFiles } from './content-files.ts'

/** An in-memory cache of read and parsed files. */
export interface ParseCache {
  /** The persistent cache. */
  disk: Cache
  /** Results of checking the whole folder, by the entries that are shown. */
  folders: Map<string, unknown>
  /** Returns the cached result for a file. Calls `make` again if the file's stamp has changed. */
  rememberFile<T>(files: ContentFiles, file: string, make: (stamp: string) => T): T
  isEmpty(): boolean
  /**
   * Must be called after writing a file, because timestamps are coarse and may not have changed.
   * @param file absolute path
   */
  forget(file: string): void
  /** Returns the cached result with this name. Calls `make` again if the inputs in `from` have changed. */
  remember<T>(name: string, from: readonly string[], make: () => Promise<T>): Promise<T>
  /** Returns a copy for a dry run. New results in the copy do not affect the original. */
  branch(): ParseCache
  /** Returns the cache for the translated files of a language. */
  forLanguage(language: string): ParseCache
}

/**
 * Creates an in-memory cache of read and parsed files. Reloading a content folder with the same cache reads and parses
 * only changed files, and reuses the objects of all other files.
 * @param folder folder of the persistent cache on disk
 */
export function createParseCache(folder?: string): ParseCache {
  return createCache(openCache(folder))
}

function createCache(
  disk: Cache,
  contents = new Map<string, { stamp: string; value: unknown }>(),
  results = new Map<string, { from: readonly string[]; value: unknown }>(),
  languages = new Map<string, ParseCache>(),
): ParseCache {
  const folders = new Map<string, unknown>()
  return {
    disk,
    folders,
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
    forget(file) {
      contents.delete(file)
      folders.clear()
      for (const cache of languages.values()) cache.forget(file)
    },
    async remember<T>(name: string, from: readonly string[], make: () => Promise<T>): Promise<T> {
      const cached = results.get(name)
      if (cached?.from.every((text, index) => text === from[index])) return cached.value as T
      const value = await make()
      results.set(name, { from, value })
      return value
    },
    branch() {
      const branches = [...languages].map(([language, cache]) => [language, cache.branch()] as const)
      return createCache(disk, new Map(contents), new Map(results), new Map(branches))
    },
    forLanguage(language) {
      const cache = languages.get(language) ?? createCache(disk)
      languages.set(language, cache)
      return cache
    },
  }
}
