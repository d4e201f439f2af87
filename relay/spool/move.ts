import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createFolder, syncFolder } from './disk.ts'
import type { EntryLocation } from './entries.ts'
import type { SpoolFolders } from './layout.ts'
import type { OpenSpool } from './open-spool.ts'

/**
 * Moves an entry and syncs its destination. After a power cut, the entry may be in both places; the next start keeps
 * the later copy. Replaces an older copy at the destination, which may come from a backup.
 */
export async function moveEntry(
  { folders, groupSync }: Pick<OpenSpool, 'folders' | 'groupSync'>,
  { id, folder }: EntryLocation,
  parent: string,
): Promise<void> {
  const destination = path.join(parent, id)
  await rename(folder, destination).catch(async (error) => {
    if (isDestinationTaken(error)) await removeFolder(destination, folders)
    // Creates the day folder, which is missing before its first entry.
    else if (error.code === 'ENOENT') await createFolder(parent)
    else throw error
    await rename(folder, destination)
  })
  await groupSync(parent)
}

/** Reports whether a rename failed because the destination exists. */
export function isDestinationTaken({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

const REMOVED = 'removed-'

/** Reports whether `name` is the name of a trash folder in `tmp`. */
export function isTrashFolder(name: string): boolean {
  return name.startsWith(REMOVED)
}

/**
 * Moves a folder to the trash atomically, so that a crash never leaves a partial entry, which would count as damaged.
 * The caller must sync the parent folder. Ignores a missing folder.
 * @returns the new path of the folder
 */
export async function moveToTrash(folder: string, { tmp }: SpoolFolders): Promise<string> {
  const trash = path.join(tmp, REMOVED + randomUUID())
  await rename(folder, trash).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return trash
}

/** Removes a folder by moving it to the trash first. */
export async function removeFolder(folder: string, folders: SpoolFolders): Promise<void> {
  const trash = await moveToTrash(folder, folders)
  await syncFolder(path.dirname(folder))
  await rm(trash, { recursive: true, force: true })
}
