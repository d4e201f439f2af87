/** Safe to delete at any time; the next command creates it again. */
export const cacheRoot: string

/** Returns a short content hash, for names and for detecting changes. */
export function hash(...parts: (string | Uint8Array)[]): string

/** Hashes these files and folders of the project, and the package lock file. */
export function hashSources(...places: string[]): string

/** Folders of the tool's own code. */
export const codeFolders: readonly string[]

/**
 * Hashes the tool's own code and its location, for cache keys and the folder of the compiled tool. The hash is the same
 * for sources and compiled code.
 */
export function hashCode(): string

/**
 * Entries by kind and key, where the key is a hash of the entry's inputs. Two processes may store the same entry at
 * once. The oldest entries are removed when there are too many.
 */
export interface Cache {
  find(kind: string, key: string): Uint8Array | undefined
  findJson(kind: string, key: string): unknown
  /** Stores an entry. Does nothing if the cache cannot be written. */
  store(kind: string, key: string, data: string | Uint8Array): void
  /** Returns the path of a cached folder, which `make` creates if missing. @throws what `make` throws */
  folder(kind: string, key: string, make: (partial: string) => Promise<void>): Promise<string>
}
export function openCache(folder?: string): Cache
