import path from 'node:path'
import { createInterruptedAlert, getFinalPlace, markInterrupted } from '../store/delivery-state.ts'
import type { DeliveryState } from '../store/store.ts'
import { pathExists } from './disk.ts'
import { type EntryLocation, readVerifiedEntry } from './entries.ts'
import { formatDayFolder } from './layout.ts'
import { moveEntry } from './move.ts'
import { type OpenSpool, updateCachedEntry } from './open-spool.ts'
import { quarantineEntry } from './quarantine.ts'
import { writeDeliveryState } from './state-file.ts'

/**
 * Reloads a queued entry from disk, at startup and after a read or write error.
 * @returns the entry's deliveries, which the caller must schedule
 */
export async function resumeEntry(spool: OpenSpool, location: EntryLocation): Promise<readonly DeliveryState[]> {
  const { id, folder } = location
  if (!(await pathExists(folder))) return []
  const entry = await readVerifiedEntry(location).catch((error) => quarantineEntry(spool, location, error))
  if (!entry) return []
  spool.keys.add(entry.envelope)
  for (const target of entry.lost)
    spool.alert({ kind: 'state-lost', id, target, detail: 'the state is unreadable, so the submission is resent' })
  const states: DeliveryState[] = []
  for (const state of entry.deliveries) {
    const claimed = spool.cached.get(id)?.claims.has(state.target)
    states.push(state.status === 'sending' && !claimed ? await resumeInterrupted(spool, location, state) : state)
  }
  updateCachedEntry(spool, id, states)
  await moveFinishedEntry(spool, location, states)
  for (const { target, status } of states)
    if (status === 'waiting' && !spool.targets.has(target))
      spool.alert({ kind: 'target-missing', id, target, detail: 'the target of a delivery is not configured' })
  return states
}

/** Moves an entry to `done` or `dead` if none of its deliveries is open. */
export async function moveFinishedEntry(
  spool: OpenSpool,
  location: EntryLocation,
  states: readonly DeliveryState[],
): Promise<void> {
  const { folders, clock } = spool
  const end = getFinalPlace(states)
  if (!end || end === location.place) return
  await moveEntry(
    spool,
    location,
    end === 'done' ? path.join(folders.done, formatDayFolder(clock.now())) : folders.dead,
  )
}

async function resumeInterrupted(
  { clock, alert }: OpenSpool,
  { id, folder }: EntryLocation,
  state: DeliveryState,
): Promise<DeliveryState> {
  const next = markInterrupted(state, id, clock.now())
  await writeDeliveryState(folder, next)
  if (next.status === 'dead') alert(createInterruptedAlert(id, next))
  return next
}
