/** Path of the cache folder. Safe to delete at any time; the next command recreates it. */
export const cacheRoot: string

/** Returns a short content hash, used in names and to detect changes. */
export function hash(...parts: (string | Uint8Array)[]): string

/** Hashes the given files and folders of the project, and the package lock file. */
export function hashSources(...paths: string[]): string

export const codeFolders: readonly string[]

/** Hashes the tool's sources, the given code of the project, and the project's path, which compiled code contains. */
export function hashTool(own: readonly string[]): string

/**
 * Returns the hash of the compiled tool, for cache keys, or of its sources if they have not been compiled. A change to
 * a page component does not change the compiled tool.
 */
export function hashCode(): string

/** Stores the hash of compiled code in its folder, for `hashCode`. */
export function writeCodeHash(folder: string): void

/**
 * Stores entries by kind and by key, which is a hash of everything that the entry depends on. Two processes may store
 * the same entry at once. If there are too many entries, removes the oldest.
 */
export interface Cache {
  find(kind: string, key: string): Uint8Array | undefined
  findJson(kind: string, key: string): unknown
  /** Stores an entry. Does nothing if the cache cannot be written. */
  store(kind: string, key: string, data: string | Uint8Array): void
  /**
   * Returns the path of a cached folder. Calls `make` to create it if it is missing. @throws any error that `make`
   * throws
   */
  folder(kind: string, key: string, make: (partial: string) => Promise<void>): Promise<string>
}
export function openCache(folder?: string): Cache
