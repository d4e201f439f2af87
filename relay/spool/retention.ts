import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DAY } from '../clock.ts'
import { timeOf } from '../store/ids.ts'
import { listLocations } from './entries.ts'
import { dayOf } from './layout.ts'
import { removeFolder } from './move.ts'
import type { OpenSpool } from './open-spool.ts'

export interface Retention {
  doneDays: number
  spamDays: number
}

/**
 * Removes what was delivered, or held back as spam, longer ago than it is to be kept. Dead letters stay. What cannot
 * be removed is left for the next time, with an alert.
 */
export async function sweepOld(spool: OpenSpool, { doneDays, spamDays }: Retention): Promise<void> {
  const { folders, mutex, clock } = spool
  const now = clock.now()
  try {
    for (const day of await readdir(folders.done))
      if (day < dayOf(now - doneDays * DAY)) await removeOld(spool, path.join(folders.done, day))
    // It may be released in the same moment.
    for (const { id, folder } of await listLocations(folders.root, 'spam'))
      if (timeOf(id) < now - spamDays * DAY) await mutex.run(id, () => removeOld(spool, folder))
  } catch (error) {
    complain(spool, error)
  }
}

async function removeOld(spool: OpenSpool, folder: string): Promise<void> {
  await removeFolder(folder, spool.folders).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') complain(spool, error)
  })
}

function complain({ alert }: OpenSpool, error: unknown): void {
  alert({ kind: 'disk', detail: `old entries could not be removed: ${(error as Error).message}` })
}
