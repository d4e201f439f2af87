import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../relay/postgres-server.ts'
import { makeRealFolder } from '../disk.ts'
import { describeMachine } from '../machine.ts'
import { tryErasure } from './trial.ts'

/**
 * Erases some people from both stores: no byte of their submissions may remain in the spool, the database or the log,
 * all other submissions must be whole, and a backup restored afterwards must not bring them back.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      submissions: { type: 'string', default: '1000' },
      people: { type: 'string', default: '50' },
      erase: { type: 'string', default: '5' },
    },
  })
  const [submissions, people, erase] = [values.submissions, values.people, values.erase].map(Number) as [
    number,
    number,
    number,
  ]
  process.stdout.write(`${describeMachine()}\n`)
  const folder = makeRealFolder()
  // Lets the database server, which runs as another user, reach its data in this folder.
  chmodSync(folder, 0o711)
  try {
    for (const store of ['folder', 'PostgreSQL']) {
      const own = path.join(folder, store)
      mkdirSync(own)
      const server = store === 'folder' ? undefined : await startPostgres(folder)
      const begin = performance.now()
      const { wrong, slowest, ...counts } = await tryErasure({
        ...{ folder: own, submissions, people, erase, server },
      }).finally(() => server?.remove())
      const rows = {
        ...counts,
        'slowest erasure, ms': slowest.toFixed(0),
        wrong: wrong.length,
        seconds: ((performance.now() - begin) / 1000).toFixed(0),
      }
      process.stdout.write(`${store}\n`)
      for (const [name, value] of Object.entries(rows)) process.stdout.write(`  ${name.padEnd(26)}${value}\n`)
      for (const finding of wrong.slice(0, 5)) process.stdout.write(`✗ ${finding}\n`)
      if (wrong.length > 0) process.exitCode = 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
