import { readFileSync, statSync } from 'node:fs'
import type { Checked } from './check-references.ts'
import type { Problem } from './problem.ts'

/** What one file came to. */
export interface Remembered {
  /** The entry, or undefined when the file does not fit. */
  data: unknown
  checked: Checked | undefined
  problems: Problem[]
}

/**
 * Keeps what the files of a folder came to, for whoever loads it again and again: only what has changed is
 * read and parsed, and entries of files that have not are the same objects as before.
 */
export function createMemory() {
  const texts = new Map<string, { stamp: string; text: string }>()
  const results = new Map<string, { text: string; facts: string; result: Remembered }>()
  return {
    /** Text of a file; read only when the system says that it was written since. */
    read(file: string): string {
      const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true })
      const stamp = [mtimeNs, ctimeNs, size, ino].join()
      const known = texts.get(file)
      if (known?.stamp === stamp) return known.text
      const text = readFileSync(file, 'utf8')
      texts.set(file, { stamp, text })
      return text
    },
    /** Clocks of file systems are coarse: a file that is known to have been written is read, whatever its times are. */
    forget(file: string): void {
      texts.delete(file)
    },
    /**
     * The result of a file whose text and facts are those of the last time, else a new one.
     * @param facts those that are filled in; empty when the text has no place for any
     */
    async remember(file: string, text: string, facts: string, make: () => Promise<Remembered>): Promise<Remembered> {
      const known = results.get(file)
      if (known?.text === text && known.facts === facts) return known.result
      const result = await make()
      results.set(file, { text, facts, result })
      return result
    },
  }
}
export type Memory = ReturnType<typeof createMemory>
