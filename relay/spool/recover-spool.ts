import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { forEachConcurrently } from '../concurrency.ts'
import { pathExists } from '../disk.ts'
import { createInterruptedAlert, markInterrupted } from '../store/delivery-state.ts'
import { createUnusableEntryAlert, DamagedEntryError } from '../store/envelope-text.ts'
import { ENTRY_PLACES, getIdTime } from '../store/ids.ts'
import { getConfirmedAt } from '../store/records.ts'
import type { DeliveryState, Entry, EntryPlace } from '../store/store.ts'
import { enqueueDeliveries } from './due-queue.ts'
import { listEntryLocations, type UnreadableEntryHandler } from './entries.ts'
import { type EntryLocation, readEnvelope, readVerifiedEntry, writeDeliveryState } from './entry-files.ts'
import { openErasureRecords } from './erasures.ts'
import { isTrashFolder, moveFinishedEntry, postponeEntry, quarantineEntry, removeFolder } from './move.ts'
import { isKeyValid, type SpoolState, updateCachedEntry } from './spool-state.ts'

/**
 * Prepares a spool, even if the previous relay crashed. Unreadable entries and folders do not prevent the start, unless
 * the queue cannot be listed.
 */
export async function recoverSpool(spool: SpoolState): Promise<void> {
  const { folders } = spool
  const onUnreadable = alertSkipped(spool)
  for (const name of await readdir(folders.tmp)) {
    // Skips the trash, which may be large. The sweep empties it.
    if (isTrashFolder(name)) continue
    const folder = path.join(folders.tmp, name)
    await rm(folder, { recursive: true, force: true }).catch((error: Error) => onUnreadable(folder, error))
  }

  await loadEntries(spool, await withoutCopies(spool, await listAll(spool)))
}

/** Reads the spool again while the relay is running, after parts of the spool were removed. */
export async function reloadSpool(spool: SpoolState): Promise<void> {
  spool.dueQueue.clear()
  spool.keys.clear()
  for (const [id, { claims }] of spool.cached) if (claims.size === 0) spool.cached.delete(id)
  await loadEntries(spool, await listAll(spool))
}

function alertSkipped({ folders, alert }: SpoolState): UnreadableEntryHandler {
  return (folder, { message }) =>
    alert({ kind: 'disk', detail: `${path.relative(folders.root, folder)} was skipped: ${message}` })
}

/** Lists all entries that are not corrupt. Deletes erased entries, which a backup may have brought back. */
async function listAll(spool: SpoolState): Promise<EntryLocation[]> {
  const erased = await openErasureRecords(spool.folders.root).list()
  const listed = await Promise.all(
    ENTRY_PLACES.filter((place) => place !== 'corrupt' || erased.size > 0).map((place) =>
      // Fails if the queue cannot be listed, because its deliveries would be skipped. systemd restarts the relay.
      listEntryLocations(spool.folders.root, place, place === 'queue' ? undefined : alertSkipped(spool)),
    ),
  )
  const all = listed.flat()
  await forEachConcurrently(
    all.filter(({ id }) => erased.has(id)),
    ({ id, folder }) =>
      removeFolder(folder, spool.folders).catch((error) => spool.alert(createUnusableEntryAlert(id, error, 'disk'))),
  )
  return all.filter(({ id, place }) => place !== 'corrupt' && !erased.has(id))
}

/** Schedules the deliveries of all queued entries, and loads the idempotency keys from the last day. */
async function loadEntries(spool: SpoolState, locations: readonly EntryLocation[]): Promise<void> {
  const { clock, keys, mutex } = spool
  await forEachConcurrently(
    locations.filter(({ place }) => place === 'queue'),
    (location) =>
      mutex
        .run(location.id, () => resumeEntry(spool, location))
        .then(
          (states) => enqueueDeliveries(spool, location.id, states),
          (error) => postponeEntry(spool, location.id, error),
        ),
  )

  const now = clock.now()
  await forEachConcurrently(
    locations.filter(({ place, id }) => place !== 'queue' && isKeyValid(getIdTime(id), now)),
    (location) =>
      readEnvelope(location.folder)
        .catch((error) => quarantineEntry(spool, location, error))
        .then((envelope) => void (envelope && keys.add(envelope)))
        .catch((error) => spool.alert(createUnusableEntryAlert(location.id, error, 'disk'))),
  )
}

async function withoutCopies(spool: SpoolState, locations: readonly EntryLocation[]): Promise<EntryLocation[]> {
  const byId = new Map<string, EntryLocation[]>()
  for (const location of locations) byId.set(location.id, [...(byId.get(location.id) ?? []), location])
  const kept: EntryLocation[] = []
  await forEachConcurrently([...byId], async ([id, copies]) => {
    if (copies.length === 1) return void kept.push(...copies)
    const remaining = await keepLatest(spool, copies).catch(
      (error) => void spool.alert(createUnusableEntryAlert(id, error, 'disk')),
    )
    kept.push(...(remaining ?? copies))
  })
  return kept
}

/** The places that an entry passes through, in reverse order. */
const LATEST_FIRST: readonly EntryPlace[] = ['done', 'dead', 'queue', 'spam']

/**
 * Keeps an entry's most recently changed undamaged copy, or all copies if all are damaged. A backup made while the
 * relay was running may contain an entry twice if it moved during the backup.
 * @returns the kept copies
 */
async function keepLatest(spool: SpoolState, copies: readonly EntryLocation[]): Promise<readonly EntryLocation[]> {
  const undamaged = (await Promise.all(copies.map(readUndamaged)))
    .filter((entry) => entry !== undefined)
    .sort((a, b) => changedAt(b) - changedAt(a) || LATEST_FIRST.indexOf(a.place) - LATEST_FIRST.indexOf(b.place))
  const kept = copies.find(({ folder }) => folder === undamaged[0]?.location)
  if (!kept) return copies
  for (const copy of copies) if (copy !== kept) await removeFolder(copy.folder, spool.folders)
  const places = copies.map(({ place }) => place).join(' and ')
  spool.alert({ kind: 'copies', id: kept.id, detail: `the entry was in ${places}; the copy in ${kept.place} was kept` })
  return [kept]
}

async function readUndamaged(location: EntryLocation): Promise<Entry | undefined> {
  return readVerifiedEntry(location).catch((error) => {
    if (error instanceof DamagedEntryError) return undefined
    throw error
  })
}

function changedAt({ envelope, deliveries, outcomes }: Entry): number {
  const times = [
    getConfirmedAt(envelope) ?? '',
    ...deliveries.flatMap(({ history }) => history.map(({ at }) => at)),
    ...outcomes.map(({ recordedAt }) => recordedAt),
  ]
  return Math.max(0, ...times.map((time) => Date.parse(time) || 0))
}

/**
 * Reloads a queued entry from disk: at startup, after a read or write error, and after a record was added.
 * @returns the entry's deliveries, which the caller must schedule
 */
export async function resumeEntry(spool: SpoolState, location: EntryLocation): Promise<readonly DeliveryState[]> {
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

async function resumeInterrupted(
  { clock, alert }: SpoolState,
  { id, folder }: EntryLocation,
  state: DeliveryState,
): Promise<DeliveryState> {
  const next = markInterrupted(state, id, clock.now())
  await writeDeliveryState(folder, next)
  if (next.status === 'dead') alert(createInterruptedAlert(id, next))
  return next
}
