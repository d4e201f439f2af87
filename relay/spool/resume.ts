import path from 'node:path'
import { exists } from './disk.ts'
import { type EntryLocation, readWholeEntry } from './entries.ts'
import { dayOf } from './layout.ts'
import { moveEntry } from './move.ts'
import { claimName, type OpenSpool } from './open-spool.ts'
import { quarantine } from './quarantine.ts'
import { endOf, writeState } from './state-file.ts'
import type { DeliveryState } from './store.ts'

const MINUTE = 60_000

/** Pauses after the relay ended during a delivery for the first, second … time in a row. After these it is given up. */
const PAUSES = [0, MINUTE / 2, 2 * MINUTE, 10 * MINUTE]

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
  for (const state of entry.deliveries)
    states.push(
      state.status === 'sending' && !spool.claims.has(claimName(id, state.target))
        ? await interrupted(spool, location, state)
        : state,
    )
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

/**
 * Nobody knows how far a send came during which the relay ended: the other side may get it twice, but never not at
 * all. That is no try, for the other side did not refuse it. But it may be the delivery itself that ends the relay,
 * so it must not do that for ever.
 */
async function interrupted(
  { clock, alert }: OpenSpool,
  { id, folder }: EntryLocation,
  state: DeliveryState,
): Promise<DeliveryState> {
  const now = clock.now()
  const count = (state.interruptions ?? 0) + 1
  const pause = PAUSES[count - 1]
  const note = { at: new Date(now).toISOString(), kind: 'interrupted', detail: 'the relay ended during this try' }
  const history = [...state.history, note]
  const tries = Math.max(state.tries - 1, 0)
  const next: DeliveryState =
    pause === undefined
      ? { ...state, status: 'dead', tries, interruptions: count, nextAt: now, history }
      : { ...state, status: 'waiting', tries, interruptions: count, nextAt: now + spread(pause, id), history }
  await writeState(folder, next)
  if (next.status === 'dead')
    alert({
      kind: 'interrupted',
      id,
      target: state.target,
      detail: `given up: the relay ended ${count} times in a row during this delivery`,
    })
  return next
}

/** Between half and one and a half of a pause: what was sent beside the one that ends the relay is sent apart from it. */
function spread(pause: number, id: string): number {
  return Math.round(pause * (0.5 + Number.parseInt(id.slice(-4), 16) / 0x10000))
}
