import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, syncFolder } from './disk.ts'
import type { EntryLocation } from './entries.ts'
import type { Folders } from './layout.ts'
import type { OpenSpool } from './open-spool.ts'

/**
 * Moves an entry and makes durable that it has arrived. That it has left may be lost in a power cut: of two places
 * the next start keeps the one that is further along. A copy of it that stands there, from a backup, is an older one
 * and gives way.
 */
export async function moveEntry(
  { folders, groupSync }: Pick<OpenSpool, 'folders' | 'groupSync'>,
  { id, folder }: EntryLocation,
  parent: string,
): Promise<void> {
  const there = path.join(parent, id)
  await rename(folder, there).catch(async (error) => {
    if (isTaken(error)) await removeFolder(there, folders)
    // The first entry of a day.
    else if (error.code === 'ENOENT') await makeFolder(parent)
    else throw error
    await rename(folder, there)
  })
  await groupSync(parent)
}

/** Whether a rename failed because something stands there. */
export function isTaken({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

/** Removes a folder in one step, so that a crash never leaves half an entry that would count as damaged. */
export async function removeFolder(folder: string, { tmp }: Folders): Promise<void> {
  const away = path.join(tmp, `removed-${randomUUID()}`)
  await rename(folder, away)
  await syncFolder(path.dirname(folder))
  await rm(away, { recursive: true, force: true })
}
