import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DamagedEntryError, NewerVersionError } from '../store/envelope-text.ts'
import { syncFolder } from './disk.ts'
import { type EntryLocation, PROBLEM_FILE } from './entries.ts'
import { isDestinationTaken } from './move.ts'
import type { OpenSpool } from './open-spool.ts'

/** Milliseconds until an unreadable or unwritable entry is retried. */
const PAUSE = 60_000

/**
 * Moves an entry to `corrupt` and stores the reason, if the error is a DamagedEntryError. Keeps all files of the entry,
 * but removes its idempotency key from the index, so that the sender can submit again.
 * @throws any other error
 */
export async function quarantineEntry(spool: OpenSpool, location: EntryLocation, error: unknown): Promise<undefined> {
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
export function postponeEntry(spool: OpenSpool, id: string, error: unknown): void {
  if (!(error instanceof NewerVersionError))
    spool.dueQueue.add({ id, target: undefined, at: spool.clock.now() + PAUSE })
  alertAboutUnusableEntry(spool, id, error)
}

/** Raises an alert for an entry that was not moved because it cannot be read or written. */
export function alertAboutUnusableEntry({ alert }: Pick<OpenSpool, 'alert'>, id: string, error: unknown): void {
  const kind = error instanceof NewerVersionError ? 'newer' : 'disk'
  alert({ kind, id, detail: `the entry cannot be read or written and was not moved: ${(error as Error).message}` })
}
