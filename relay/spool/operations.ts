import path from 'node:path'
import { forEachConcurrently } from '../concurrency.ts'
import { abandoned, checkReleasable, newDelivery, retried } from '../store/delivery-state.ts'
import { PLACES } from '../store/ids.ts'
import type { DeliveryState, Store } from '../store/store.ts'
import { type EntryLocation, type FoundEntry, listLocations, locateEntry, readWholeEntry } from './entries.ts'
import { moveEntry, removeFolder } from './move.ts'
import { enqueueDeliveries, type OpenSpool, updateCached } from './open-spool.ts'
import { alertUnusable, postpone, quarantine } from './quarantine.ts'
import type { SpoolRequest } from './relay-socket.ts'
import { moveFinished } from './resume.ts'
import { writeState } from './state-file.ts'

/** Operator actions on a spool; see `Store`. */
export type Operations = Pick<Store, 'retry' | 'abandon' | 'release' | 'drop' | 'verify'>

/** Carries out a request from an operator. @throws Error with a message for the operator */
export async function runRequest(operations: Operations, request: SpoolRequest): Promise<unknown> {
  switch (request.do) {
    case 'retry':
      return operations.retry(request.id, request.target)
    case 'abandon':
      return operations.abandon(request.id, request.target)
    case 'release':
    case 'drop':
      return operations[request.do](request.id)
    case 'verify':
      return operations.verify()
    default:
      throw new Error('The running relay does not support this request. If it is older than this command, restart it.')
  }
}

export function createOperations(spool: OpenSpool): Operations {
  const { folders, clock, mutex, dueQueue, groupSync, cached } = spool

  /** Locks an entry and changes it. */
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
      // Also syncs the old place. Otherwise a power cut could leave the entry in both places, and the old one would
      // win.
      await groupSync(path.dirname(location.folder))
    } catch (error) {
      postpone(spool, location.id, error)
      throw error
    }
  }

  /** Reads an entry. If it is damaged, quarantines it and throws. */
  const readUndamaged = async (location: EntryLocation): Promise<FoundEntry> => {
    const entry = await readWholeEntry(location).catch((error) => quarantine(spool, location, error))
    if (!entry) throw new Error(`${location.id} is damaged and was moved to corrupt.`)
    return entry
  }

  /** Stores states that an operator has changed. */
  const storeStates = async ({ id, folder }: EntryLocation, states: readonly DeliveryState[]): Promise<void> => {
    for (const state of states) await writeState(folder, state)
    updateCached(spool, id, states)
  }

  return {
    retry: (id, target) =>
      change(id, async (location) => {
        const states = retried(await readUndamaged(location), target, clock.now())
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
        const after = abandoned(entry, target, clock.now())
        await storeStates(location, [after])
        dueQueue.remove(id, target)
        const states = entry.deliveries.map((delivery) => (delivery.target === target ? after : delivery))
        await moveFinished(spool, location, states)
      }),

    release: (id) =>
      change(id, async (location) => {
        checkReleasable(id, location.place)
        const { targets, receivedAt } = (await readUndamaged(location)).envelope
        await moveToQueue(location)
        const states = targets.map((target) => newDelivery(target, receivedAt))
        enqueueDeliveries(spool, id, states)
        spool.notify()
      }),

    drop: (id) =>
      change(id, async (location) => {
        // Syncs earlier moves, because otherwise a power cut could restore the entry at an earlier place.
        for (const place of ['spam', 'queue', 'dead'] as const) await groupSync(folders[place])
        // After a backup was restored, the entry may be in two places, so all copies are removed.
        for (let copy: EntryLocation | undefined = location; copy; copy = await locateEntry(folders.root, id)) {
          await removeFolder(copy.folder, folders)
          dueQueue.remove(id)
          cached.delete(id)
          spool.keys.remove(id)
        }
      }),

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
          await readWholeEntry(location).catch(async (error) => {
            await quarantine(spool, location, error)
            corrupt.push(id)
          })
        } catch (error) {
          alertUnusable(spool, id, error)
        }
      }
      for (const place of PLACES.filter((name) => name !== 'corrupt'))
        await forEachConcurrently(await listLocations(folders.root, place), ({ id }) =>
          mutex.run(id, () => compare(id)),
        )
      return { checked, corrupt }
    },
  }
}
