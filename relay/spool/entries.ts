import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathExists } from '../disk.ts'
import { ENTRY_PLACES, isId } from '../store/ids.ts'
import type { EntryPlace } from '../store/store.ts'
import { type EntryLocation, readEntry, type SpoolEntry } from './entry-files.ts'

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

/** Called with each folder that cannot be read. */
export type UnreadableEntryHandler = (folder: string, error: Error) => void

/**
 * Lists the entries of a place folder by folder: those of `done` by day, all others at once.
 * @param onUnreadable called for folders that cannot be read; without it, such a folder is an error
 * @param isListed filters ids, to save memory
 */
export async function* listEntryFolders(
  root: string,
  place: EntryPlace,
  onUnreadable?: UnreadableEntryHandler,
  isListed: (id: string) => boolean = () => true,
): AsyncGenerator<EntryLocation[]> {
  const list = (folder: string): Promise<string[]> =>
    names(folder).catch((error: Error) => {
      if (!onUnreadable) throw error
      onUnreadable(folder, error)
      return []
    })
  const top = getSpoolFolders(root)[place]
  const parents = place === 'done' ? (await list(top)).map((day) => path.join(top, day)) : [top]
  for (const parent of parents) {
    const ids = (await list(parent)).filter((name) => isId(name) && isListed(name))
    // Not `path.join`, which takes most of the time if there are 100,000 entries.
    yield ids.map((id) => ({ id, place, folder: parent + path.sep + id }))
  }
}

/** Lists all entries of a place, oldest first. Its parameters are those of `listEntryFolders`. */
export async function listEntryLocations(...selection: Parameters<typeof listEntryFolders>): Promise<EntryLocation[]> {
  const found: EntryLocation[][] = []
  for await (const locations of listEntryFolders(...selection)) found.push(locations)
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

/**
 * Finds an entry by its id and reads it. If the entry moves in the meantime, reads it in its new place.
 * @throws DamagedEntryError, NewerVersionError; other errors if the disk cannot be read
 */
export async function findEntry(root: string, id: string): Promise<SpoolEntry | undefined> {
  let location = await locateEntry(root, id)
  while (location) {
    const { folder } = location
    try {
      return await readEntry(location)
    } catch (error) {
      location = await locateEntry(root, id)
      if (location?.folder === folder) throw error
    }
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
