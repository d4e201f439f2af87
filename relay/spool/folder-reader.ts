import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { PLACES } from '../store/ids.ts'
import type { Listed, StoreReader } from '../store/store.ts'
import { type EntryLocation, findEntry, listLocations, locateEntry, readEntry, readWholeEntry } from './entries.ts'

/**
 * Reads a spool without a lock, also while a relay has it open.
 * @throws Error for the operator when there is none: a wrong path would look like an empty spool
 */
export async function openFolderReader(folder: string): Promise<StoreReader> {
  const root = path.resolve(folder)
  await stat(path.join(root, 'queue')).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(
      code === 'ENOENT'
        ? `There is no spool at ${root}. Set RELAY_SPOOL to the folder that the relay uses.`
        : `The spool at ${root} cannot be read (${code}). Run this as the user of the relay.`,
    )
  })
  return createFolderReader(root)
}

/** Entries that are read at the same time. */
const AT_ONCE = 32

/** Sorts after every id. */
const AFTER_ALL = 'g'

/** How often an entry may move between finding and opening. */
const LOOKS = 3

export function createFolderReader(root: string): StoreReader {
  return {
    async *list({ places = PLACES, order = 'oldest', since = '', before = AFTER_ALL } = {}, onUnreadable) {
      const tell = onUnreadable && ((part: string, error: Error) => onUnreadable(path.relative(root, part), error))
      const isListed = (id: string): boolean => id >= since && id < before
      const found = await Promise.all(places.map((one) => listLocations(root, one, tell, isListed)))
      const all = found.flat().sort((a, b) => (a.id < b.id === (order === 'oldest') ? -1 : 1))
      for (let at = 0; at < all.length; at += AT_ONCE) {
        // An entry that moved meanwhile was found twice.
        const some = all.slice(at, at + AT_ONCE).filter(({ id }, index) => id !== all[at + index - 1]?.id)
        for (const listed of await Promise.all(some.map(readListed)))
          if (listed && places.includes(listed.place)) yield listed
      }
    },
    count: async (place) => (await listLocations(root, place)).length,
    read: (id) => findEntry(root, id),
    async check(id) {
      for (;;) {
        const location = await locateEntry(root, id)
        if (!location || location.place === 'corrupt') return
        try {
          return void (await readWholeEntry(location))
        } catch (error) {
          // Ignores errors that occur because the entry has moved.
          if ((await locateEntry(root, id))?.folder === location.folder) throw error
        }
      }
    },
    async openAttachment(id, file, range) {
      for (let look = 0; look < LOOKS; look++) {
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
    async close() {},
  }

  async function readListed(location: EntryLocation): Promise<Listed | undefined> {
    const { id, place } = location
    try {
      const entry = await readEntry(location).catch(() => findEntry(root, id))
      return entry && { id, place: entry.place, entry }
    } catch (error) {
      return { id, place, error: error as Error }
    }
  }
}
