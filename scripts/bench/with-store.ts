import { chmodSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeRealFolder } from '../../tests/chaos/disk.ts'
import { needForms } from '../../tests/chaos/relay-child.ts'
import { type PostgresServer, startPostgres } from '../../tests/relay/postgres-server.ts'

/** Creates a folder on a disk and, with `--store postgres`, a database server in it. Deletes both after `work`. */
export async function withStore(args: string[], work: (folder: string, database?: PostgresServer) => Promise<void>) {
  const { values } = parseArgs({ args, options: { store: { type: 'string' } } })
  await needForms()
  const folder = makeRealFolder()
  // Lets the database server, which runs as a different user, access the folder.
  chmodSync(folder, 0o711)
  const database = values.store === 'postgres' ? await startPostgres(folder) : undefined
  try {
    await work(folder, database)
  } finally {
    await database?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
