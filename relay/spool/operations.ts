import path from 'node:path'
import { forEachConcurrently } from '../concurrency.ts'
import { assertReleasable, createDeliveryState, markAbandoned, markRetried } from '../store/delivery-state.ts'
import { createUnusableEntryAlert } from '../store/envelope-text.ts'
import { ENTRY_PLACES } from '../store/ids.ts'
import { createConfirmation, createOutcomeRecord, type NewRecord } from '../store/records.ts'
import type { DeliveryState, Entry, FailedChange, StoreOperations } from '../store/store.ts'
import { createSpoolDraft } from './draft.ts'
import { enqueueDeliveries } from './due-queue.ts'
import { listEntryLocations, locateEntry } from './entries.ts'
import {
  type EntryLocation,
  readVerifiedEntry,
  type SpoolEntry,
  writeDeliveryState,
  writeRecord,
} from './entry-files.ts'
import { openErasureRecords } from './erasures.ts'
import { emptyTrash, moveEntry, moveFinishedEntry, postponeEntry, quarantineEntry, removeFolder } from './move.ts'
import type { SpoolRequest } from './relay-socket.ts'
import { type SpoolState, updateCachedEntry } from './spool-state.ts'

/** Carries out a request from an operator. @throws Error with a message for the operator */
export async function runSpoolRequest(operations: StoreOperations, request: SpoolRequest): Promise<unknown> {
  switch (request.do) {
    case 'retry':
      return operations.retry(request.id, request.target)
    case 'abandon':
      return operations.abandon(request.id, request.target)
    case 'release':
    case 'drop':
      return operations[request.do](request.id)
    case 'outcome':
      return operations.recordOutcome(request.id, request.outcome, request.targets)
    case 'erase':
      return operations.erase(request.ids)
    case 'verify':
      return operations.verify()
    default:
      throw new Error('The running relay does not support this request. If it is older than this command, restart it.')
  }
}

export function createSpoolOperations(spool: SpoolState): StoreOperations {
  const { folders, clock, mutex, dueQueue, groupSync, cached } = spool

  const change = (id: string, work: (location: EntryLocation) => Promise<void>): Promise<void> =>
    mutex.run(id, async () => {
      const location = await locateEntry(folders.root, id)
      if (!location) throw new Error(`There is no submission ${id} in ${folders.root}.`)
      await work(location)
    })

  /** Moves an entry to the queue. If the sync fails, the entry may have moved anyway, so it is read again later. */
  const moveToQueue = async (location: EntryLocation): Promise<void> => {
    try {
      await moveEntry(spool, location, folders.queue)
      // Syncs the old place, too. After a power cut, the next start would otherwise keep the old copy.
      await groupSync(path.dirname(location.folder))
    } catch (error) {
      postponeEntry(spool, location.id, error)
      throw error
    }
  }

  /** Reads an entry. If it is damaged, quarantines it and throws. */
  const readUndamaged = async (location: EntryLocation): Promise<SpoolEntry> => {
    const entry = await readVerifiedEntry(location).catch((error) => quarantineEntry(spool, location, error))
    if (!entry) throw new Error(`${location.id} is damaged and was moved to corrupt.`)
    return entry
  }

  /** Deletes all copies of an entry. After a backup is restored, an entry may be in two places. */
  const removeEntry = async (id: string): Promise<void> => {
    // Syncs earlier moves, because otherwise the entry could reappear in an earlier place after a power cut.
    for (const place of ['spam', 'queue', 'dead'] as const) await groupSync(folders[place])
    for (let copy = await locateEntry(folders.root, id); copy; copy = await locateEntry(folders.root, id)) {
      await removeFolder(copy.folder, folders)
      dueQueue.remove(id)
      cached.delete(id)
      spool.keys.remove(id)
    }
  }

  const storeStates = async ({ id, folder }: EntryLocation, states: readonly DeliveryState[]): Promise<void> => {
    for (const state of states) await writeDeliveryState(folder, state)
    updateCachedEntry(spool, id, states)
  }

  /** Adds a record to an entry, and schedules the deliveries that follow from it. */
  const addRecord = (id: string, create: (entry: Entry) => NewRecord | undefined) =>
    change(id, async (location) => {
      const created = create(await readUndamaged(location))
      if (!created) return
      const { record, event } = created
      // Stores the event first. It is not sent unless the record is stored as well, even after a crash.
      if (event) await (await createSpoolDraft(spool, () => {}, event.id)).commit(event)
      try {
        await writeRecord(location.folder, record)
        spool.onRecorded(id, record)
      } finally {
        // Reads the entry again, because after an error, the record may have been stored anyway.
        dueQueue.add({ id: event?.id ?? id, target: undefined, at: clock.now() })
        spool.notify()
      }
    })

  return {
    retry: (id, target) =>
      change(id, async (location) => {
        const states = markRetried(await readUndamaged(location), target, clock.now())
        await storeStates(location, states)
        if (location.place !== 'queue') await moveToQueue(location)
        // Updates the queue only after the move, so that a failed move does not remove the deliveries from it.
        for (const state of states) dueQueue.remove(id, state.target)
        enqueueDeliveries(spool, id, states)
        spool.notify()
      }),

    abandon: (id, target) =>
      change(id, async (location) => {
        const entry = await readUndamaged(location)
        const after = markAbandoned(entry, target, clock.now())
        await storeStates(location, [after])
        dueQueue.remove(id, target)
        const states = entry.deliveries.map((delivery) => (delivery.target === target ? after : delivery))
        await moveFinishedEntry(spool, location, states)
      }),

    release: (id) =>
      change(id, async (location) => {
        assertReleasable(id, location.place)
        const { envelope } = await readUndamaged(location)
        await moveToQueue(location)
        const states = envelope.targets.map((target) => createDeliveryState(target, envelope))
        enqueueDeliveries(spool, id, states)
        spool.notify()
      }),

    drop: (id) => change(id, () => removeEntry(id)),

    recordOutcome: (id, outcome, targets) =>
      addRecord(id, (entry) => createOutcomeRecord(entry, outcome, targets, clock.now())),

    confirm: (id) => addRecord(id, (entry) => createConfirmation(entry, clock.now())),

    async erase(ids) {
      await openErasureRecords(folders.root).add(ids, clock.now())
      const failed: FailedChange[] = []
      for (const id of ids)
        await mutex.run(id, () => removeEntry(id)).catch(({ message }: Error) => failed.push({ id, reason: message }))
      // An interrupted deletion may have left files of an erased entry in the trash.
      await emptyTrash(folders)
      return failed
    },

    /** Also checks entries that are being sent. */
    async verify() {
      let checked = 0
      const corrupt: string[] = []
      const compare = async (id: string): Promise<void> => {
        // The entry may have moved since it was listed.
        const location = await locateEntry(folders.root, id)
        if (!location || location.place === 'corrupt') return
        checked++
        try {
          await readVerifiedEntry(location).catch(async (error) => {
            await quarantineEntry(spool, location, error)
            corrupt.push(id)
          })
        } catch (error) {
          spool.alert(createUnusableEntryAlert(id, error, 'disk'))
        }
      }
      for (const place of ENTRY_PLACES.filter((name) => name !== 'corrupt'))
        await forEachConcurrently(await listEntryLocations(folders.root, place), ({ id }) =>
          mutex.run(id, () => compare(id)),
        )
      return { checked, corrupt }
    },
  }
}
