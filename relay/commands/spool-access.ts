import { stat } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { openFolderStore } from '../spool/folder-store.ts'
import { runRequest } from '../spool/operations.ts'
import { askRelay, type SpoolRequest } from '../spool/relay-socket.ts'
import { targetNames } from '../targets/targets.ts'

/** Commands never make a spool: a slip in its path would look like an empty one. @throws in words for the operator */
export async function existingSpool(folder: string): Promise<string> {
  const root = path.resolve(folder)
  await stat(path.join(root, 'queue')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(
      code === 'ENOENT'
        ? `There is no spool at ${root}. Set RELAY_SPOOL to the folder that the relay uses.`
        : `The spool at ${root} cannot be read (${code}). Run this as the user of the relay.`,
    )
  })
  return root
}

export type SpoolConfig = Pick<Config, 'spool' | 'targets' | 'retention'>

/**
 * Has a change made by the one writer of the spool: by the relay that runs, which is asked through the socket in its
 * spool, or else by this process, which opens the spool for that long.
 * @returns who made it
 */
export async function changeSpool(config: SpoolConfig, request: SpoolRequest): Promise<'relay' | 'command'> {
  const root = await existingSpool(config.spool)
  if (await askRelay(root, request)) return 'relay'
  const targets = targetNames(config.targets)
  await asOwnerOf(root, async () => {
    const store = await openFolderStore({ folder: root, clock: systemClock, targets, retention: config.retention })
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
export function whenDelivered(by: 'relay' | 'command'): string {
  return by === 'relay' ? 'The running relay delivers it now.' : 'It is delivered when the relay runs again.'
}
