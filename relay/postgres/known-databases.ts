import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The database that relays on this spool have worked with. A wrong password at the first start is a slip in the
 * settings and must be seen; later it must not keep a relay from accepting posts.
 */
export interface KnownDatabases {
  has(address: string): Promise<boolean>
  /** Remembers a database. What cannot be written is not remembered. */
  add(address: string): Promise<void>
}

export function openKnownDatabases(spool: string): KnownDatabases {
  const file = path.join(spool, 'database')
  const has = (address: string) =>
    readFile(file, 'utf8').then(
      (text) => text.trim() === address,
      () => false,
    )
  return {
    has,
    async add(address) {
      if (!(await has(address))) await writeFile(file, `${address}\n`, { mode: 0o600 }).catch(() => {})
    },
  }
}
