import type { EntryLocation } from './entries.ts'
import { Damaged, Newer } from './envelope-file.ts'
import { setAside } from './move.ts'
import type { OpenSpool } from './open-spool.ts'

/** Milliseconds before an entry is looked at again that could not be read or written. */
const PAUSE = 60_000

/** Puts a damaged entry into `corrupt`. Whoever sends it again is not told that we have it. @throws what is not damage */
export async function quarantine(spool: OpenSpool, location: EntryLocation, error: unknown): Promise<undefined> {
  if (!(error instanceof Damaged)) throw error
  await setAside(location, spool.folders, error.message, spool.clock.now())
  spool.dueQueue.remove(location.id)
  spool.keys.remove(location.id)
  spool.alert({ kind: 'corrupt', id: location.id, detail: error.message })
}

/**
 * The fault of one entry is that entry's alone: it stays where it is, is looked at again in a while, and the rest
 * goes on. What a newer relay wrote waits for that relay.
 */
export function postpone(spool: OpenSpool, id: string, error: unknown): void {
  if (!(error instanceof Newer)) spool.dueQueue.add({ id, target: undefined, at: spool.clock.now() + PAUSE })
  alertLeft(spool, id, error)
}

/** Says of an entry that cannot be read or written that it stays where it is. */
export function alertLeft({ alert }: Pick<OpenSpool, 'alert'>, id: string, error: unknown): void {
  const kind = error instanceof Newer ? 'newer' : 'disk'
  alert({ kind, id, detail: `left where it is: ${(error as Error).message}` })
}
