import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { forEachConcurrently } from '../concurrency.ts'
import { DamagedEntryError } from '../store/envelope-text.ts'
import { ENTRY_PLACES, getIdTime } from '../store/ids.ts'
import type { Entry, EntryPlace } from '../store/store.ts'
import { type EntryLocation, listEntryLocations, readVerifiedEntry, type UnreadableEntryHandler } from './entries.ts'
import { readEnvelope } from './envelope-file.ts'
import { isKeyValid } from './idempotency-keys.ts'
import { isTrashFolder, removeFolder } from './move.ts'
import { enqueueDeliveries, type OpenSpool } from './open-spool.ts'
import { alertAboutUnusableEntry, postponeEntry, quarantineEntry } from './quarantine.ts'
import { resumeEntry } from './resume.ts'

/**
 * Prepares a spool, even if the previous relay crashed. Unreadable entries and folders do not prevent the start, unless
 * the queue cannot be listed.
 */
export async function recoverSpool(spool: OpenSpool): Promise<void> {
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
export async function reloadSpool(spool: OpenSpool): Promise<void> {
  spool.dueQueue.clear()
  spool.keys.clear()
  for (const [id, { claims }] of spool.cached) if (claims.size === 0) spool.cached.delete(id)
  await loadEntries(spool, await listAll(spool))
}

function alertSkipped({ folders, alert }: OpenSpool): UnreadableEntryHandler {
  return (folder, { message }) =>
    alert({ kind: 'disk', detail: `${path.relative(folders.root, folder)} was skipped: ${message}` })
}

async function listAll(spool: OpenSpool): Promise<EntryLocation[]> {
  const listed = await Promise.all(
    ENTRY_PLACES.filter((place) => place !== 'corrupt').map((place) =>
      // Fails if the queue cannot be listed, because its deliveries would otherwise be skipped. systemd then restarts
      // the relay.
      listEntryLocations(spool.folders.root, place, place === 'queue' ? undefined : alertSkipped(spool)),
    ),
  )
  return listed.flat()
}

/** Schedules the deliveries of all queued entries, and loads the idempotency keys from the last day. */
async function loadEntries(spool: OpenSpool, locations: readonly EntryLocation[]): Promise<void> {
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
        .catch((error) => alertAboutUnusableEntry(spool, location.id, error)),
  )
}

async function withoutCopies(spool: OpenSpool, locations: readonly EntryLocation[]): Promise<EntryLocation[]> {
  const byId = new Map<string, EntryLocation[]>()
  for (const location of locations) byId.set(location.id, [...(byId.get(location.id) ?? []), location])
  const kept: EntryLocation[] = []
  await forEachConcurrently([...byId], async ([id, copies]) => {
    if (copies.length === 1) return void kept.push(...copies)
    const remaining = await keepLatest(spool, copies).catch((error) => alertAboutUnusableEntry(spool, id, error))
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
async function keepLatest(spool: OpenSpool, copies: readonly EntryLocation[]): Promise<readonly EntryLocation[]> {
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

function changedAt({ deliveries }: Entry): number {
  return Math.max(0, ...deliveries.flatMap(({ history }) => history.map(({ at }) => Date.parse(at) || 0)))
}
