import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Damaged, Newer } from '../store/envelope-text.ts'
import { syncFolder } from './disk.ts'
import { type EntryLocation, PROBLEM } from './entries.ts'
import { isDestinationTaken } from './move.ts'
import type { OpenSpool } from './open-spool.ts'

/** Milliseconds until an unreadable or unwritable entry is retried. */
const PAUSE = 60_000

/**
 * Moves an entry to `corrupt` and stores the reason, if the error is `Damaged`. Keeps all files of the entry, but
 * removes its idempotency key from the index, so that the sender can submit again.
 * @throws any other error
 */
export async function quarantine(spool: OpenSpool, location: EntryLocation, error: unknown): Promise<undefined> {
  if (!(error instanceof Damaged)) throw error
  const { id, place, folder } = location
  const { message: reason } = error
  const note = { at: new Date(spool.clock.now()).toISOString(), from: place, reason }
  await writeFile(path.join(folder, PROBLEM), `${JSON.stringify(note)}\n`, { mode: 0o600 }).catch(() => {})
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
 * Leaves an entry with an error in its place and retries it later, without affecting others. Does not retry entries
 * that a newer relay wrote, because only that relay can read them.
 */
export function postpone(spool: OpenSpool, id: string, error: unknown): void {
  if (!(error instanceof Newer)) spool.dueQueue.add({ id, target: undefined, at: spool.clock.now() + PAUSE })
  alertUnusable(spool, id, error)
}

/** Raises an alert for an entry that cannot be read or written, and so stays in its place. */
export function alertUnusable({ alert }: Pick<OpenSpool, 'alert'>, id: string, error: unknown): void {
  const kind = error instanceof Newer ? 'newer' : 'disk'
  alert({ kind, id, detail: `left in place: ${(error as Error).message}` })
}
