import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type GroupSync, makeFolder, syncFolder } from './disk.ts'
import { type EntryLocation, PROBLEM } from './entries.ts'
import type { Folders } from './layout.ts'

/**
 * Moves an entry and makes that durable: first where it arrives, then where it left. A copy of it that stands there,
 * from a backup, is an older one and gives way.
 */
export async function moveEntry(
  { id, folder }: EntryLocation,
  parent: string,
  folders: Folders,
  sync: GroupSync = syncFolder,
): Promise<void> {
  const there = path.join(parent, id)
  await makeFolder(parent)
  await rename(folder, there).catch(async (error) => {
    if (!isTaken(error)) throw error
    await removeFolder(there, folders)
    await rename(folder, there)
  })
  await sync(parent)
  await sync(path.dirname(folder))
}

function isTaken({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

/** Puts a damaged entry aside with the reason beside it. Nothing of it is deleted. */
export async function setAside(location: EntryLocation, folders: Folders, reason: string, now: number): Promise<void> {
  const note = { at: new Date(now).toISOString(), from: location.place, reason }
  await writeFile(path.join(location.folder, PROBLEM), `${JSON.stringify(note)}\n`, { mode: 0o600 }).catch(() => {})
  const there = path.join(folders.corrupt, location.id)
  await rename(location.folder, there).catch((error) => {
    if (!isTaken(error)) throw error
    return rename(location.folder, path.join(there, `copy-${randomUUID()}`))
  })
  await syncFolder(folders.corrupt)
  await syncFolder(path.dirname(location.folder))
}

/** Removes a folder in one step, so that a crash never leaves half an entry that would count as damaged. */
export async function removeFolder(folder: string, { tmp }: Folders): Promise<void> {
  const away = path.join(tmp, `removed-${randomUUID()}`)
  await rename(folder, away)
  await syncFolder(path.dirname(folder))
  await rm(away, { recursive: true, force: true })
}
