import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathExists } from '../disk.ts'
import { createPlaceholderEnvelope } from '../store/envelope-text.ts'
import { ENTRY_PLACES, isId } from '../store/ids.ts'
import type { DeliveryState, Entry, EntryPlace } from '../store/store.ts'
import { readDeliveryStates, readEnvelope, verifyAttachments } from './entry-files.ts'

/** Folders of a spool. `done` contains one folder per day. All other places contain entries directly. */
export type SpoolFolders = Record<'root' | 'tmp' | 'links' | EntryPlace, string>

export function getSpoolFolders(root: string): SpoolFolders {
  const below = ['tmp', 'links', ...ENTRY_PLACES].map((name) => [name, path.resolve(root, name)])
  return { root: path.resolve(root), ...Object.fromEntries(below) }
}

/** Returns the name of the day folder in `done`, which is the UTC date. */
export function formatDayFolder(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** Name of the file that states why an entry is in `corrupt`. */
export const PROBLEM_FILE = 'problem.json'

/** Location of an entry. Unless the entry is locked, it may move at any time. */
export interface EntryLocation {
  id: string
  place: EntryPlace
  folder: string
}

/** Called with each folder that cannot be read. */
export type UnreadableEntryHandler = (folder: string, error: Error) => void

/**
 * Lists all entries of a place, oldest first.
 * @param onUnreadable called for folders that cannot be read; without it, such a folder is an error
 * @param isListed filters ids, to save memory
 */
export async function listEntryLocations(
  root: string,
  place: EntryPlace,
  onUnreadable?: UnreadableEntryHandler,
  isListed: (id: string) => boolean = () => true,
): Promise<EntryLocation[]> {
  const list = (folder: string): Promise<string[]> =>
    names(folder).catch((error: Error) => {
      if (!onUnreadable) throw error
      onUnreadable(folder, error)
      return []
    })
  const top = getSpoolFolders(root)[place]
  const parents = place === 'done' ? (await list(top)).map((day) => path.join(top, day)) : [top]
  const found = await Promise.all(
    parents.map(async (parent) =>
      (await list(parent))
        .filter((name) => isId(name) && isListed(name))
        .map((id) => ({ id, place, folder: path.join(parent, id) })),
    ),
  )
  return found.flat().sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Finds an entry by its id. Searches twice, because the entry may move during the search.
 * @throws if the entry was not found and a folder that may contain it cannot be read
 */
export async function locateEntry(root: string, id: string): Promise<EntryLocation | undefined> {
  if (!isId(id)) return undefined
  const folders = getSpoolFolders(root)
  let failure: unknown
  for (let attempt = 0; attempt < 2; attempt++)
    for (const place of ENTRY_PLACES) {
      const parents = place === 'done' ? (await names(folders.done)).reverse() : ['']
      for (const parent of parents) {
        const folder = path.join(folders[place], parent, id)
        const found = await pathExists(folder).catch((error: NodeJS.ErrnoException) => {
          // Ignores stray files next to the day folders of `done`.
          if (error.code !== 'ENOTDIR') failure = error
        })
        if (found) return { id, place, folder }
      }
    }
  if (failure) throw failure
  return undefined
}

/** An entry that was read from its folder. */
export interface SpoolEntry extends Entry {
  /** Targets whose delivery state cannot be read. */
  lost: string[]
}

/** Reads an entry. @throws DamagedEntryError, NewerVersionError; other errors if the disk cannot be read */
export async function readEntry({ place, folder, id }: EntryLocation): Promise<SpoolEntry> {
  if (place === 'corrupt') {
    const envelope = await readEnvelope(folder).catch(() => createPlaceholderEnvelope(id))
    return { envelope, place, deliveries: [], location: folder, problem: await problemOf(folder), lost: [] }
  }
  const envelope = await readEnvelope(folder)
  const { states, lost } = await readDeliveryStates(folder, envelope)
  return { envelope, place, deliveries: place === 'done' ? states.map(markDelivered) : states, location: folder, lost }
}

/** Marks an open delivery of an entry in `done` as delivered, because a power cut may have destroyed its last state. */
function markDelivered(state: DeliveryState): DeliveryState {
  return state.status === 'waiting' || state.status === 'sending' ? { ...state, status: 'delivered' } : state
}

/**
 * Finds an entry by its id and reads it. If the entry moves in the meantime, reads it in its new place.
 * @throws DamagedEntryError, NewerVersionError; other errors if the disk cannot be read
 */
export async function findEntry(root: string, id: string): Promise<SpoolEntry | undefined> {
  const location = await locateEntry(root, id)
  if (!location) return undefined
  return readEntry(location).catch(async (error) => {
    const current = await locateEntry(root, id)
    if (!current || current.folder === location.folder) throw error
    return readEntry(current)
  })
}

/** Reads an entry and verifies its attachments. */
export async function readVerifiedEntry(location: EntryLocation): Promise<SpoolEntry> {
  const entry = await readEntry(location)
  await verifyAttachments(location.folder, entry.envelope.attachments)
  return entry
}

async function problemOf(folder: string): Promise<string> {
  try {
    return (JSON.parse(await readFile(path.join(folder, PROBLEM_FILE), 'utf8')) as { reason: string }).reason
  } catch {
    return 'damaged'
  }
}

/** Returns the sorted names in a folder; empty if it is missing. */
async function names(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  return found.sort()
}
