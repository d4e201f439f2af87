import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type KnownDatabases = ReturnType<typeof openKnownDatabases>

/**
 * Remembers which databases relays with this spool have used. On the first start, a wrong password is a configuration
 * error that must be reported; later, it must not prevent the relay from accepting posts.
 */
export function openKnownDatabases(spool: string) {
  const file = path.join(spool, 'database')
  const has = (address: string) =>
    readFile(file, 'utf8').then(
      (text) => text.trim() === address,
      () => false,
    )
  return {
    has,
    /** Remembers a database, unless the file cannot be written. */
    async add(address: string): Promise<void> {
      if (!(await has(address))) await writeFile(file, `${address}\n`, { mode: 0o600 }).catch(() => {})
    },
  }
}
