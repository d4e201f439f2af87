import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { affectsAllEntries, pathExists } from '../disk.ts'
import { getFinalPlace, isWaiting, markClaimed, markSettled } from '../store/delivery-state.ts'
import type { Claim, Settlement, TargetBacklog } from '../store/store.ts'
import { enqueueDeliveries } from './due-queue.ts'
import { type EntryLocation, readVerifiedEntry, writeDeliveryState } from './entry-files.ts'
import { moveFinishedEntry, postponeEntry, quarantineEntry } from './move.ts'
import { resumeEntry } from './recover-spool.ts'
import { type CachedEntry, type SpoolState, updateCachedEntry } from './spool-state.ts'

/**
 * Claims due deliveries. Quarantines damaged entries and postpones unreadable ones.
 * @throws if nothing could be claimed because of an error that affects all entries
 */
export async function claimDueDeliveries(spool: SpoolState, slots: ReadonlyMap<string, number>): Promise<Claim[]> {
  for (;;) {
    const due = spool.dueQueue.take(spool.clock.now(), slots)
    if (due.length === 0) return []
    const byId = new Map<string, (string | undefined)[]>()
    for (const { id, target } of due) byId.set(id, [...(byId.get(id) ?? []), target])
    const errors: unknown[] = []
    const claims: Claim[] = []
    await Promise.all(
      [...byId].map(([id, targets]) =>
        spool.mutex
          .run(id, () => claimEntry(spool, id, targets, (claim) => claims.push(claim)))
          .catch((error) => {
            if (!affectsAllEntries(error)) postponeEntry(spool, id, error)
            else {
              spool.dueQueue.add({ id, target: undefined, at: spool.clock.now() })
              errors.push(error)
            }
          })
          .finally(() => forgetIdle(spool, id)),
      ),
    )
    if (claims.length > 0) return claims
    if (errors.length > 0) throw errors[0]
  }
}

/** Counts deliveries that are waiting or being sent, by target. */
export function listTargetBacklogs({ dueQueue, cached }: SpoolState): TargetBacklog[] {
  const tally = new Map<string, TargetBacklog>()
  const add = (target: string, id: string): void => {
    const { count, oldest } = tally.get(target) ?? { count: 0, oldest: id }
    tally.set(target, { target, count: count + 1, oldest: id < oldest ? id : oldest })
  }
  for (const { id, target, status } of dueQueue.all()) if (target !== undefined && status === 'waiting') add(target, id)
  for (const [id, { claims }] of cached) for (const target of claims.keys()) add(target, id)
  return [...tally.values()]
}

function locationOf({ folders }: SpoolState, id: string): EntryLocation {
  return { id, place: 'queue', folder: path.join(folders.queue, id) }
}

/**
 * Claims deliveries of an entry. Rejects if one cannot be marked as being sent.
 * @param onClaimed called with each claim, even if a later one fails, because an unused claim would count as interrupted
 */
async function claimEntry(
  spool: SpoolState,
  id: string,
  targets: readonly (string | undefined)[],
  onClaimed: (claim: Claim) => void,
): Promise<void> {
  const location = locationOf(spool, id)
  if (targets.includes(undefined)) {
    const states = await resumeEntry(spool, location)
    spool.dueQueue.remove(id)
    return enqueueDeliveries(spool, id, states)
  }
  const entry = spool.cached.get(id) ?? (await readIntoCache(spool, location))
  if (!entry) return
  for (const waiting of entry.deliveries) {
    if (!targets.includes(waiting.target) || !isWaiting(waiting)) continue
    const state = markClaimed(waiting)
    // No sync is needed: if a power cut destroys the state, the delivery counts as not started, which is harmless.
    await writeDeliveryState(location.folder, state, false)
    updateCachedEntry(spool, id, [state])
    const token = randomUUID()
    entry.claims.set(state.target, token)
    onClaimed({ envelope: entry.envelope, state, token })
  }
}

function forgetIdle({ cached }: SpoolState, id: string): void {
  if (cached.get(id)?.claims.size === 0) cached.delete(id)
}

async function readIntoCache(spool: SpoolState, location: EntryLocation): Promise<CachedEntry | undefined> {
  const entry = await readVerifiedEntry(location).catch(async (error) => {
    if (await pathExists(location.folder)) return quarantineEntry(spool, location, error)
  })
  if (!entry) return undefined
  const { envelope, deliveries } = entry
  const cached = { envelope, deliveries, claims: new Map() }
  spool.cached.set(location.id, cached)
  return cached
}

/** Stores the result of a claimed delivery. Moves the entry if this was its last open delivery. */
export async function settleClaim(
  spool: SpoolState,
  { envelope, state, token }: Claim,
  settlement: Settlement,
): Promise<void> {
  const { id } = envelope
  const { target } = state
  await spool.mutex.run(id, async () => {
    const entry = spool.cached.get(id)
    // Does nothing if the entry was dropped or quarantined during the attempt.
    if (entry?.claims.get(target) !== token) return
    const location = locationOf(spool, id)
    const after = markSettled(state, settlement, spool.clock.now())
    const states = entry.deliveries.map((delivery) => (delivery.target === target ? after : delivery))
    const last = getFinalPlace(states)
    try {
      // No sync is needed if the entry moves to `done`: its place implies the state, and the move is synced.
      await writeDeliveryState(location.folder, after, last !== 'done')
    } catch (error) {
      if (await pathExists(location.folder)) throw error
      return void spool.cached.delete(id)
    }
    entry.claims.delete(target)
    entry.deliveries = states
    forgetIdle(spool, id)
    enqueueDeliveries(spool, id, [after])
    // The state is stored, so a failed move can be retried later.
    if (last) await moveFinishedEntry(spool, location, states).catch((error) => postponeEntry(spool, id, error))
  })
}
