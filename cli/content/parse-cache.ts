import { statSync } from 'node:fs'

/**
 * Keeps what a folder came to, for whoever loads it again and again: only what has changed is read and parsed, and
 * what has not is the same objects as before.
 */
export function createMemory() {
  return memoryOf(new Map<string, Content>(), new Map<string, Result>())
}
export type Memory = ReturnType<typeof memoryOf>

interface Content {
  stamp: string
  value: unknown
}
interface Result {
  from: readonly string[]
  value: unknown
}

function memoryOf(contents: Map<string, Content>, results: Map<string, Result>) {
  return {
    /** What `make` got out of a file; done again only when the system says that the file was written since. */
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
    /** Clocks of file systems are coarse: a file that is known to have been written is read, whatever its times are. */
    forget(file: string): void {
      contents.delete(file)
    },
    /** The result of that name, if it was made from the same texts the last time; else a new one. */
    async remember<T>(name: string, from: readonly string[], make: () => Promise<T>): Promise<T> {
      const known = results.get(name)
      if (known?.from.every((text, index) => text === from[index])) return known.value as T
      const value = await make()
      results.set(name, { from, value })
      return value
    },
    /** One that knows the same and keeps what is new for itself: to find out what a change would come to. */
    branch: () => memoryOf(contents, new Map(results)),
  }
}
