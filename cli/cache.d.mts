/** Everything here can be deleted at any time; the next command makes it again. */
export const cacheRoot: string

/** A short content hash, for names and for "has this changed". */
export function hash(...parts: (string | Uint8Array)[]): string

/** Of the code in these folders and files of the project, and of the packages that it uses. */
export function hashSources(...places: string[]): string

/** Hash of the tool's own code, which is part of every key: it is the name of the folder that the tool was compiled into. */
export function hashCode(): string

/**
 * Entries by kind and key, a key being a hash of whatever the entry was made from. Two processes may store the same
 * one at once; the oldest of too many go.
 */
export interface Cache {
  find(kind: string, key: string): Uint8Array | undefined
  findJson(kind: string, key: string): unknown
  /** Keeps an entry, unless the cache cannot be written. */
  store(kind: string, key: string, data: string | Uint8Array): void
  /** Path of a folder, which `make` writes where it is not there yet. @throws what `make` throws */
  folder(kind: string, key: string, make: (partial: string) => Promise<void>): Promise<string>
}
export function openCache(folder?: string): Cache
