import { stat } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../clock.ts'
import { runRequest } from '../spool/operations.ts'
import { askRelay, type SpoolRequest } from '../spool/relay-socket.ts'
import { openReader, openShared, openStore, type StoreConfig } from '../store/open-store.ts'

/** Who made a change. */
export type ChangedBy = 'relay' | 'command' | 'database'

/**
 * Has a change made. A spool has one writer: the relay that runs, which is asked through the socket in its spool, or
 * else this process, which opens the spool for that long. A database takes it from anybody.
 */
export async function changeStore(config: StoreConfig, request: SpoolRequest): Promise<ChangedBy> {
  const shared = await openShared(config)
  if (shared) {
    await runRequest(shared, request).finally(() => shared.close())
    return 'database'
  }
  // Nothing is made: a slip in the path would look like an empty spool.
  await (await openReader(config)).close()
  const root = path.resolve(config.spool)
  if (await askRelay(root, request)) return 'relay'
  await asOwnerOf(root, async () => {
    const store = await openStore(config, { clock: systemClock })
    try {
      await runRequest(store, request)
    } finally {
      await store.close()
    }
  })
  return 'command'
}

/** Root works as the user whom the spool belongs to: the relay could not read what root leaves there. */
async function asOwnerOf(root: string, work: () => Promise<void>): Promise<void> {
  const { uid, gid } = await stat(root)
  if (process.geteuid?.() !== 0 || uid === 0) return work()
  const group = process.getegid?.() ?? 0
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(group)
  }
}

/** What an operator may expect now. */
export function whenDelivered(by: ChangedBy): string {
  if (by === 'database') return 'A relay that runs delivers it now.'
  return by === 'relay' ? 'The running relay delivers it now.' : 'It is delivered when the relay runs again.'
}
