import { forEachConcurrently } from '../concurrency.ts'
import { type EntryLocation, listLocations, locateEntry, readWholeEntry } from './entries.ts'
import { PLACES } from './layout.ts'
import { moveEntry, removeFolder } from './move.ts'
import { enqueueDeliveries, type OpenSpool } from './open-spool.ts'
import { alertLeft, quarantine } from './quarantine.ts'
import type { SpoolRequest } from './relay-socket.ts'
import { moveFinished } from './resume.ts'
import { untried, writeState } from './state-file.ts'
import type { DeliveryState, Store } from './store.ts'

/** What operators may do to a spool; see `Store`. */
export type Operations = Pick<Store, 'retry' | 'abandon' | 'release' | 'drop' | 'verify'>

/** Carries out what an operator asks for. @throws Error in words for the operator */
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
      throw new Error('The relay does not know this request. Is it older than the command?')
  }
}

export function createOperations(spool: OpenSpool): Operations {
  const { folders, clock, mutex, dueQueue } = spool

  /** Finds an entry and works on it, while nobody else does. */
  const change = (id: string, work: (location: EntryLocation) => Promise<void>): Promise<void> =>
    mutex.run(id, async () => {
      const location = await locateEntry(folders.root, id)
      if (!location) throw new Error(`There is no submission ${id} in ${folders.root}.`)
      await work(location)
    })

  /** Nothing damaged is ever delivered, whoever asks. */
  const readUndamaged = async (location: EntryLocation) => {
    const entry = await readWholeEntry(location).catch((error) => quarantine(spool, location, error))
    if (!entry) throw new Error(`${location.id} is damaged and was put into corrupt.`)
    return entry
  }

  const noted = (state: DeliveryState, kind: string): DeliveryState => ({
    ...state,
    history: [...state.history, { at: new Date(clock.now()).toISOString(), kind, detail: 'by an operator' }],
  })

  return {
    retry: (id, target) =>
      change(id, async (location) => {
        const { place, folder } = location
        if (place !== 'dead' && place !== 'queue' && place !== 'done')
          throw new Error(`${id} is in ${place}; only what is dead, waiting or done can be tried again.`)
        const { deliveries } = await readUndamaged(location)
        const chosen = deliveries.filter(
          (state) =>
            (target === undefined || state.target === target) &&
            (place === 'done'
              ? target !== undefined || state.status === 'delivered'
              : state.status === 'dead' || state.status === 'waiting'),
        )
        if (chosen.length === 0)
          throw new Error(`${id} has no dead or waiting delivery${target ? ` to ${target}` : ''}.`)
        const again = chosen.map(({ interruptions: _ended, ...state }): DeliveryState => {
          const tries = state.status === 'waiting' ? state.tries : 0
          return { ...noted(state, 'retried'), status: 'waiting', tries, nextAt: clock.now() }
        })
        for (const state of again) await writeState(folder, state)
        if (place !== 'queue') await moveEntry(spool, location, folders.queue)
        // Only now: were the disk to fail before, they would be forgotten.
        for (const state of again) dueQueue.remove(id, state.target)
        enqueueDeliveries(spool, id, again)
        spool.notify()
      }),

    abandon: (id, target) =>
      change(id, async (location) => {
        const { place, folder } = location
        const { deliveries } = await readUndamaged(location)
        const given = deliveries.find((state) => state.target === target)
        const pending = place === 'queue' || place === 'dead'
        if (pending && given?.status === 'sending') throw new Error(`${id} is being sent to ${target} at this moment.`)
        if (!pending || (given?.status !== 'waiting' && given?.status !== 'dead'))
          throw new Error(`${id} has no dead or waiting delivery to ${target}.`)
        const left: DeliveryState = { ...noted(given, 'abandoned'), status: 'abandoned' }
        await writeState(folder, left)
        dueQueue.remove(id, target)
        await moveFinished(
          spool,
          location,
          deliveries.map((state) => (state === given ? left : state)),
        )
      }),

    release: (id) =>
      change(id, async (location) => {
        if (location.place !== 'spam')
          throw new Error(`${id} is in ${location.place}; only what is in spam can be released.`)
        const { targets, receivedAt } = (await readUndamaged(location)).envelope
        await moveEntry(spool, location, folders.queue)
        const states = targets.map((target) => untried(target, receivedAt))
        enqueueDeliveries(spool, id, states)
        spool.notify()
      }),

    drop: (id) =>
      change(id, async (location) => {
        // A backup may have brought it back to two places.
        for (let at: EntryLocation | undefined = location; at; at = await locateEntry(folders.root, id)) {
          await removeFolder(at.folder, folders)
          dueQueue.remove(id)
          spool.keys.remove(id)
        }
      }),

    /** What is being sent at the moment is compared too. */
    async verify() {
      let checked = 0
      const corrupt: string[] = []
      const compare = async (id: string): Promise<void> => {
        // It may have moved on since it was listed.
        const location = await locateEntry(folders.root, id)
        if (!location || location.place === 'corrupt') return
        checked++
        try {
          await readWholeEntry(location).catch(async (error) => {
            await quarantine(spool, location, error)
            corrupt.push(id)
          })
        } catch (error) {
          alertLeft(spool, id, error)
        }
      }
      for (const place of PLACES.filter((one) => one !== 'corrupt'))
        await forEachConcurrently(await listLocations(folders.root, place), ({ id }) =>
          mutex.run(id, () => compare(id)),
        )
      return { checked, corrupt }
    },
  }
}
