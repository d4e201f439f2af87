import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type KnownDatabases = ReturnType<typeof openKnownDatabases>

/**
 * Remembers the database that relays on this spool have used. A wrong password at the first start is a configuration
 * error and must be reported; later it must not prevent a relay from accepting posts.
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
    /** Remembers a database if the file can be written. */
    async add(address: string): Promise<void> {
      if (!(await has(address))) await writeFile(file, `${address}\n`, { mode: 0o600 }).catch(() => {})
    },
  }
}
