import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

export type KnownDatabases = ReturnType<typeof openKnownDatabases>

/**
 * Remembers the database that was last used with this spool. If this database rejects the password, the relay must
 * still accept submissions; for any other, that is a configuration error.
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
    /** Records a database. Does nothing if the file cannot be written. */
    async add(address: string): Promise<void> {
      if (!(await has(address))) await writeFile(file, `${address}\n`, { mode: 0o600 }).catch(() => {})
    },
  }
}
