import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { placeholderEnvelope } from '../store/envelope-text.ts'
import { isId, PLACES, timeOf } from '../store/ids.ts'
import type { DeliveryState, Entry, Place } from '../store/store.ts'
import { checkAttachments } from './attachment-file.ts'
import { exists } from './disk.ts'
import { readEnvelope } from './envelope-file.ts'
import { foldersOf } from './layout.ts'
import { readStates } from './state-file.ts'

/** Name of the file with the reason why an entry is in `corrupt`. */
export const PROBLEM = 'problem.json'

/** Location of an entry. Unless the entry is locked, it may move at any time. */
export interface EntryLocation {
  id: string
  place: Place
  folder: string
}

/** Called with each folder that cannot be read. */
export type OnUnreadable = (folder: string, error: Error) => void

/**
 * Lists all entries of a place, oldest first.
 * @param onUnreadable called for folders that cannot be read; without it, such a folder is an error
 * @param isListed filters ids, to save memory
 */
export async function listLocations(
  root: string,
  place: Place,
  onUnreadable?: OnUnreadable,
  isListed: (id: string) => boolean = () => true,
): Promise<EntryLocation[]> {
  const list = (folder: string): Promise<string[]> =>
    names(folder).catch((error: Error) => {
      if (!onUnreadable) throw error
      onUnreadable(folder, error)
      return []
    })
  const top = foldersOf(root)[place]
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
  const folders = foldersOf(root)
  let fault: unknown
  for (let attempt = 0; attempt < 2; attempt++)
    for (const place of PLACES) {
      const parents = place === 'done' ? (await names(folders.done)).reverse() : ['']
      for (const parent of parents) {
        const folder = path.join(folders[place], parent, id)
        const found = await exists(folder).catch((error: NodeJS.ErrnoException) => {
          // Ignores stray files next to the day folders of `done`.
          if (error.code !== 'ENOTDIR') fault = error
        })
        if (found) return { id, place, folder }
      }
    }
  if (fault) throw fault
  return undefined
}

/** An entry that was read from its folder. */
export interface FoundEntry extends Entry {
  /** Targets whose state cannot be read. */
  lost: string[]
}

/** Reads an entry. @throws Damaged, Newer; other errors if the disk cannot be read */
export async function readEntry({ place, folder, id }: EntryLocation): Promise<FoundEntry> {
  if (place === 'corrupt') {
    const receivedAt = new Date(timeOf(id)).toISOString()
    const envelope = await readEnvelope(folder).catch(() => placeholderEnvelope(id, receivedAt))
    return { envelope, place, deliveries: [], location: folder, problem: await problemOf(folder), lost: [] }
  }
  const envelope = await readEnvelope(folder)
  const { states, lost } = await readStates(folder, envelope)
  return { envelope, place, deliveries: place === 'done' ? states.map(markDelivered) : states, location: folder, lost }
}

/** Marks an open delivery as delivered. In `done`, all deliveries are, even if a power cut destroyed the last state. */
function markDelivered(state: DeliveryState): DeliveryState {
  return state.status === 'waiting' || state.status === 'sending' ? { ...state, status: 'delivered' } : state
}

/**
 * Finds an entry by its id and reads it. If it moves in the meantime, reads it at its new place.
 * @throws Damaged, Newer; other errors if the disk cannot be read
 */
export async function findEntry(root: string, id: string): Promise<FoundEntry | undefined> {
  const location = await locateEntry(root, id)
  return (
    location &&
    readEntry(location).catch(async (error) => {
      const current = await locateEntry(root, id)
      if (!current || current.folder === location.folder) throw error
      return readEntry(current)
    })
  )
}

/** Reads an entry and compares its attachments with their checksums. */
export async function readWholeEntry(location: EntryLocation): Promise<FoundEntry> {
  const entry = await readEntry(location)
  await checkAttachments(location.folder, entry.envelope.attachments)
  return entry
}

async function problemOf(folder: string): Promise<string> {
  try {
    return (JSON.parse(await readFile(path.join(folder, PROBLEM), 'utf8')) as { reason: string }).reason
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
