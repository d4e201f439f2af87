import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { checkAttachments } from './attachment-file.ts'
import { exists } from './disk.ts'
import { readEnvelope } from './envelope-file.ts'
import { foldersOf, isId, PLACES, timeOf } from './layout.ts'
import { readStates } from './state-file.ts'
import type { Entry, Envelope, Place } from './store.ts'

/** File in an entry of `corrupt` that says what was wrong. */
export const PROBLEM = 'problem.json'

/** Where an entry stands. Reading needs no lock: it may have moved on a moment later. */
export interface EntryLocation {
  id: string
  place: Place
  folder: string
}

/** Is told of what cannot be read: a folder of entries, or one entry with its location. */
export type OnUnreadable = (folder: string, error: Error, location?: EntryLocation) => void

/**
 * All entries of a place, oldest first.
 * @param onUnreadable is told of folders that cannot be read; without it such a folder is an error
 */
export async function listLocations(root: string, place: Place, onUnreadable?: OnUnreadable): Promise<EntryLocation[]> {
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
      (await list(parent)).filter(isId).map((id) => ({ id, place, folder: path.join(parent, id) })),
    ),
  )
  return found.flat().sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Finds an entry by its id. It is looked for twice, because it may move while we look.
 * @throws when it was not found and a folder that may hold it cannot be read
 */
export async function locateEntry(root: string, id: string): Promise<EntryLocation | undefined> {
  if (!isId(id)) return undefined
  const folders = foldersOf(root)
  let fault: unknown
  for (let look = 0; look < 2; look++)
    for (const place of PLACES) {
      const parents = place === 'done' ? (await names(folders.done)).reverse() : ['']
      for (const parent of parents) {
        const folder = path.join(folders[place], parent, id)
        const found = await exists(folder).catch((error: NodeJS.ErrnoException) => {
          // A file among the days holds nothing.
          if (error.code !== 'ENOTDIR') fault = error
        })
        if (found) return { id, place, folder }
      }
    }
  if (fault) throw fault
  return undefined
}

/** @throws Damaged; other errors when the disk cannot be read */
export async function readEntry({ place, folder, id }: EntryLocation): Promise<Entry & { lost: string[] }> {
  if (place === 'corrupt')
    return {
      envelope: await standIn(folder, id),
      place,
      deliveries: [],
      folder,
      problem: await problemOf(folder),
      lost: [],
    }
  const envelope = await readEnvelope(folder)
  const { states, lost } = await readStates(folder, envelope)
  return { envelope, place, deliveries: states, folder, lost }
}

/**
 * Finds an entry by its id and reads it. One that moves while it is read is read where it went.
 * @throws Damaged; other errors when the disk cannot be read
 */
export async function findEntry(root: string, id: string): Promise<(Entry & { lost: string[] }) | undefined> {
  const location = await locateEntry(root, id)
  return (
    location &&
    readEntry(location).catch(async (error) => {
      const now = await locateEntry(root, id)
      if (!now || now.folder === location.folder) throw error
      return readEntry(now)
    })
  )
}

/** Reads an entry and compares its attachments with their checksums. */
export async function readWholeEntry(location: EntryLocation): Promise<Entry & { lost: string[] }> {
  const entry = await readEntry(location)
  await checkAttachments(location.folder, entry.envelope.attachments)
  return entry
}

/**
 * Entries of these places, oldest first. Needs no lock: what moves meanwhile is read where it went. What cannot be
 * read is left out.
 * @param onUnreadable is told of that; without it a folder of entries that cannot be read is an error
 */
export async function listEntries(
  root: string,
  places: readonly Place[] = PLACES,
  onUnreadable?: OnUnreadable,
): Promise<Entry[]> {
  const locations = (await Promise.all(places.map((one) => listLocations(root, one, onUnreadable)))).flat()
  const once = [...new Map(locations.map((location) => [location.id, location])).values()]
  const read = (location: EntryLocation): Promise<Entry | undefined> =>
    readEntry(location)
      .catch(() => findEntry(root, location.id))
      .catch((error: Error) => void onUnreadable?.(location.folder, error, location))
  const entries: Entry[] = []
  for (let at = 0; at < once.length; at += 32)
    for (const entry of await Promise.all(once.slice(at, at + 32).map(read)))
      if (entry && places.includes(entry.place)) entries.push(entry)
  return entries.sort((a, b) => (a.envelope.id < b.envelope.id ? -1 : 1))
}

async function standIn(folder: string, id: string): Promise<Envelope> {
  return readEnvelope(folder).catch(() => ({
    version: 1,
    id,
    receivedAt: new Date(timeOf(id)).toISOString(),
    formType: '',
    title: 'Damaged entry',
    values: {},
    attachments: [],
    targets: [],
    idempotency: undefined,
    spam: [],
  }))
}

async function problemOf(folder: string): Promise<string> {
  try {
    return (JSON.parse(await readFile(path.join(folder, PROBLEM), 'utf8')) as { reason: string }).reason
  } catch {
    return 'damaged'
  }
}

/** @returns the names in a folder in order; none when it is missing */
async function names(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  return found.sort()
}
