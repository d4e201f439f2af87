import { existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { takeTurn } from '../concurrency.ts'
import { ENTRY_PLACES } from '../store/ids.ts'
import type { EntryListItem, EntryOverview, EntryPlace, StoreReader } from '../store/store.ts'
import { findEntry, listEntryFolders, listEntryLocations, locateEntry, type UnreadableEntryHandler } from './entries.ts'
import { type EntryLocation, readEntry, readOverview, readVerifiedEntry } from './entry-files.ts'
import { listSpoolCounts } from './form-counts.ts'

/**
 * Opens a spool for reading, without a lock, so that a relay can use it at the same time.
 * @throws Error with a message for the operator if there is no spool, because a wrong path would look like an empty one
 */
export async function openFolderReader(folder: string): Promise<StoreReader> {
  const root = path.resolve(folder)
  await stat(path.join(root, 'queue')).catch(({ code }: NodeJS.ErrnoException) => {
    // `site start` and `site dev` keep their submissions here.
    const local = path.join('.relay', 'spool')
    const example = existsSync(local) ? `, such as ${local}` : ''
    throw new Error(
      code === 'ENOENT'
        ? `There is no spool at ${root}. The relay creates it when it first starts. If it has started, set RELAY_SPOOL to its folder${example}.`
        : `The spool at ${root} cannot be read (${code}). Run this command as the relay's user.`,
    )
  })
  return createFolderReader(root)
}

const CONCURRENCY = 32

/** Places in the order in which entries move through them, so that an entry that moves during a listing is found. */
const OVERVIEW_PLACES: readonly EntryPlace[] = ['spam', 'dead', 'queue', 'done']

/** Number of entries that are read before other work of this process can run. */
const OVERVIEWS_PER_TURN = 16

/** Maximum number of attempts to open a file. An attempt fails if the entry moves after it was found. */
const ATTEMPTS = 3

export function createFolderReader(root: string): StoreReader {
  return {
    async *list({ places = ENTRY_PLACES, order = 'oldest', since = '', before } = {}, onUnreadable) {
      const report = onUnreadable && ((part: string, error: Error) => onUnreadable(path.relative(root, part), error))
      const isListed = (id: string): boolean => id >= since && (before === undefined || id < before)
      const found = await Promise.all(places.map((place) => listEntryLocations(root, place, report, isListed)))
      const all = found.flat().sort((a, b) => (a.id < b.id === (order === 'oldest') ? -1 : 1))
      for (let start = 0; start < all.length; start += CONCURRENCY) {
        // Removes duplicates, which occur if an entry moves while entries are being listed.
        const batch = all.slice(start, start + CONCURRENCY).filter(({ id }, index) => id !== all[start + index - 1]?.id)
        for (const listed of await Promise.all(batch.map(readListed)))
          if (listed && places.includes(listed.place)) yield listed
      }
    },
    async *listOverviews({ since = '', before }, onUnreadable) {
      const report = (part: string, error: Error) => onUnreadable(path.relative(root, part), error)
      const found = new Set<string>()
      const isListed = (id: string): boolean => id >= since && (before === undefined || id < before) && !found.has(id)
      for (const place of OVERVIEW_PLACES)
        for await (const locations of listEntryFolders(root, place, report, isListed))
          for (const [index, location] of locations.entries()) {
            if (index % OVERVIEWS_PER_TURN === 0) await takeTurn()
            // Entries in `done` do not move, and there may be very many.
            if (place !== 'done') found.add(location.id)
            const overview = await readMovingOverview(location, report)
            if (overview) yield overview
          }
    },
    count: async (place) => (await listEntryLocations(root, place)).length,
    read: (id) => findEntry(root, id),
    async check(id) {
      for (;;) {
        const location = await locateEntry(root, id)
        if (!location || location.place === 'corrupt') return
        try {
          return void (await readVerifiedEntry(location))
        } catch (error) {
          // Retries if the entry has moved in the meantime.
          if ((await locateEntry(root, id))?.folder === location.folder) throw error
        }
      }
    },
    async openAttachment(id, file, range) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const location = await locateEntry(root, id)
        const handle =
          location &&
          (await open(path.join(location.folder, path.basename(file))).catch(({ code }: NodeJS.ErrnoException) => {
            if (code !== 'ENOENT') throw new Error(`${file} cannot be read (${code})`)
          }))
        if (handle) return handle.createReadStream(range)
      }
      return undefined
    },
    listFormCounts: (since) => listSpoolCounts(root, since),
    async close() {},
  }

  /** Reads an entry in its new place if it has moved. */
  async function readMovingOverview(
    location: EntryLocation,
    report: UnreadableEntryHandler,
  ): Promise<EntryOverview | undefined> {
    try {
      return readOverview(location)
    } catch {
      const entry = await findEntry(root, location.id).catch((error): undefined => {
        report(location.folder, error)
      })
      return entry?.place === 'corrupt' ? undefined : entry
    }
  }

  async function readListed(location: EntryLocation): Promise<EntryListItem | undefined> {
    const { id, place } = location
    try {
      const entry = await readEntry(location).catch(() => findEntry(root, id))
      return entry && { id, place: entry.place, entry }
    } catch (error) {
      return { id, place, error: error as Error }
    }
  }
}
