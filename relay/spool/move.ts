import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createFolder, syncFolder } from '../disk.ts'
import { getFinalPlace } from '../store/delivery-state.ts'
import { createUnusableEntryAlert, DamagedEntryError, NewerVersionError } from '../store/envelope-text.ts'
import type { DeliveryState } from '../store/store.ts'
import { formatDayFolder, type SpoolFolders } from './entries.ts'
import { type EntryLocation, PROBLEM_FILE } from './entry-files.ts'
import type { SpoolState } from './spool-state.ts'

/**
 * Moves an entry and syncs its destination. After a power cut, the entry may be in both places; the next start keeps
 * the later copy. Replaces an older copy at the destination, which may come from a backup.
 */
export async function moveEntry(spool: SpoolState, { id, folder }: EntryLocation, parent: string): Promise<void> {
  const destination = path.join(parent, id)
  await rename(folder, destination).catch(async (error) => {
    if (isDestinationTaken(error)) await removeFolder(destination, spool.folders)
    // Creates the day folder, which is missing before its first entry.
    else if (error.code === 'ENOENT') await createFolder(parent)
    else throw error
    await rename(folder, destination)
  })
  await spool.groupSync(parent)
}

function isDestinationTaken({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

/** Moves an entry to `done` or `dead` if none of its deliveries is open. */
export async function moveFinishedEntry(
  spool: SpoolState,
  location: EntryLocation,
  states: readonly DeliveryState[],
): Promise<void> {
  const { folders, clock } = spool
  const end = getFinalPlace(states)
  if (!end || end === location.place) return
  const parent = end === 'done' ? path.join(folders.done, formatDayFolder(clock.now())) : folders.dead
  await moveEntry(spool, location, parent)
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

/** Deletes everything in the trash. */
export async function emptyTrash({ tmp }: SpoolFolders): Promise<void> {
  for (const name of (await readdir(tmp)).filter(isTrashFolder))
    await rm(path.join(tmp, name), { recursive: true, force: true })
}

/** Milliseconds until an unreadable or unwritable entry is retried. */
const PAUSE = 60_000

/**
 * Moves an entry to `corrupt` and stores the reason, if the error is a DamagedEntryError. Keeps all files of the entry,
 * but removes its idempotency key from the index, so that the sender can submit again.
 * @throws any other error
 */
export async function quarantineEntry(spool: SpoolState, location: EntryLocation, error: unknown): Promise<undefined> {
  if (!(error instanceof DamagedEntryError)) throw error
  const { id, place, folder } = location
  const { message: reason } = error
  const note = { at: new Date(spool.clock.now()).toISOString(), from: place, reason }
  await writeFile(path.join(folder, PROBLEM_FILE), `${JSON.stringify(note)}\n`, { mode: 0o600 }).catch(() => {})
  const destination = path.join(spool.folders.corrupt, id)
  await rename(folder, destination).catch((error) => {
    if (!isDestinationTaken(error)) throw error
    return rename(folder, path.join(destination, `copy-${randomUUID()}`))
  })
  await syncFolder(spool.folders.corrupt)
  await syncFolder(path.dirname(folder))
  spool.dueQueue.remove(id)
  spool.cached.delete(id)
  spool.keys.remove(id)
  spool.alert({ kind: 'corrupt', id, detail: reason })
}

/**
 * Schedules another attempt to read an entry after an error, and raises an alert. Does not retry entries that a newer
 * relay wrote, because only that relay can read them.
 */
export function postponeEntry(spool: SpoolState, id: string, error: unknown): void {
  if (!(error instanceof NewerVersionError))
    spool.dueQueue.add({ id, target: undefined, at: spool.clock.now() + PAUSE })
  spool.alert(createUnusableEntryAlert(id, error, 'disk'))
}
