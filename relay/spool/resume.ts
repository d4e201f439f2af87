import path from 'node:path'
import { cutOff, endOf } from '../store/delivery-state.ts'
import type { DeliveryState } from '../store/store.ts'
import { exists } from './disk.ts'
import { type EntryLocation, readWholeEntry } from './entries.ts'
import { dayOf } from './layout.ts'
import { moveEntry } from './move.ts'
import { type OpenSpool, updateCached } from './open-spool.ts'
import { quarantine } from './quarantine.ts'
import { writeState } from './state-file.ts'

/**
 * Takes up an entry of the queue as it stands on disk: at start, and when it could not be read or written before.
 * @returns its deliveries, to be planned
 */
export async function resumeEntry(spool: OpenSpool, location: EntryLocation): Promise<readonly DeliveryState[]> {
  const { id, folder } = location
  if (!(await exists(folder))) return []
  const entry = await readWholeEntry(location).catch((error) => quarantine(spool, location, error))
  if (!entry) return []
  spool.keys.add(entry.envelope)
  for (const target of entry.lost)
    spool.alert({ kind: 'state-lost', id, target, detail: 'its delivery state cannot be read; it is sent again' })
  const states: DeliveryState[] = []
  for (const state of entry.deliveries) {
    const claimed = spool.cached.get(id)?.claims.has(state.target)
    states.push(state.status === 'sending' && !claimed ? await resumeCutOff(spool, location, state) : state)
  }
  updateCached(spool, id, states)
  await moveFinished(spool, location, states)
  for (const { target, status } of states)
    if (status === 'waiting' && !spool.targets.has(target))
      spool.alert({ kind: 'target-missing', id, target, detail: `waits for ${target}, which is not set up` })
  return states
}

/** Moves an entry on once none of its deliveries is open any more. */
export async function moveFinished(
  spool: OpenSpool,
  location: EntryLocation,
  states: readonly DeliveryState[],
): Promise<void> {
  const { folders, clock } = spool
  const end = endOf(states)
  if (!end || end === location.place) return
  await moveEntry(spool, location, end === 'done' ? path.join(folders.done, dayOf(clock.now())) : folders.dead)
}

async function resumeCutOff(
  { clock, alert }: OpenSpool,
  { id, folder }: EntryLocation,
  state: DeliveryState,
): Promise<DeliveryState> {
  const next = cutOff(state, id, clock.now())
  await writeState(folder, next)
  if (next.status === 'dead')
    alert({
      kind: 'interrupted',
      id,
      target: state.target,
      detail: `given up: the relay ended ${next.interruptions} times in a row during this delivery`,
    })
  return next
}
