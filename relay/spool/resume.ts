import path from 'node:path'
import { finalPlace, interruptedAlert, markInterrupted } from '../store/delivery-state.ts'
import type { DeliveryState } from '../store/store.ts'
import { exists } from './disk.ts'
import { type EntryLocation, readWholeEntry } from './entries.ts'
import { dayOf } from './layout.ts'
import { moveEntry } from './move.ts'
import { type OpenSpool, updateCached } from './open-spool.ts'
import { quarantine } from './quarantine.ts'
import { writeState } from './state-file.ts'

/**
 * Resumes an entry in the queue from disk, at startup and after a read or write error.
 * @returns the entry's deliveries, which the caller must schedule
 */
export async function resumeEntry(spool: OpenSpool, location: EntryLocation): Promise<readonly DeliveryState[]> {
  const { id, folder } = location
  if (!(await exists(folder))) return []
  const entry = await readWholeEntry(location).catch((error) => quarantine(spool, location, error))
  if (!entry) return []
  spool.keys.add(entry.envelope)
  for (const target of entry.lost)
    spool.alert({ kind: 'state-lost', id, target, detail: 'its delivery state cannot be read, so it is sent again' })
  const states: DeliveryState[] = []
  for (const state of entry.deliveries) {
    const claimed = spool.cached.get(id)?.claims.has(state.target)
    states.push(state.status === 'sending' && !claimed ? await resumeInterrupted(spool, location, state) : state)
  }
  updateCached(spool, id, states)
  await moveFinished(spool, location, states)
  for (const { target, status } of states)
    if (status === 'waiting' && !spool.targets.has(target))
      spool.alert({ kind: 'target-missing', id, target, detail: `waits for ${target}, which is not configured` })
  return states
}

/** Moves an entry to `done` or `dead` if none of its deliveries is open. */
export async function moveFinished(
  spool: OpenSpool,
  location: EntryLocation,
  states: readonly DeliveryState[],
): Promise<void> {
  const { folders, clock } = spool
  const end = finalPlace(states)
  if (!end || end === location.place) return
  await moveEntry(spool, location, end === 'done' ? path.join(folders.done, dayOf(clock.now())) : folders.dead)
}

async function resumeInterrupted(
  { clock, alert }: OpenSpool,
  { id, folder }: EntryLocation,
  state: DeliveryState,
): Promise<DeliveryState> {
  const next = markInterrupted(state, id, clock.now())
  await writeState(folder, next)
  if (next.status === 'dead') alert(interruptedAlert(id, next))
  return next
}
