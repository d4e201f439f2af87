import path from 'node:path'
import { forEachConcurrently } from '../concurrency.ts'
import { type EntryLocation, listLocations, locateEntry, readWholeEntry } from './entries.ts'
import { dayOf, PLACES } from './layout.ts'
import { moveEntry, removeFolder } from './move.ts'
import { enqueueDeliveries, type OpenSpool } from './open-spool.ts'
import { leave, quarantine } from './quarantine.ts'
import type { SpoolRequest } from './relay-socket.ts'
import { endOf, untried, writeState } from './state-file.ts'
import type { DeliveryState } from './store.ts'

/** Carries out what an operator asks for. @throws Error in words for the operator */
export async function operate(spool: OpenSpool, request: SpoolRequest): Promise<unknown> {
  switch (request.do) {
    case 'retry':
      return retryEntry(spool, request.id, request.target)
    case 'release':
      return releaseEntry(spool, request.id)
    case 'drop':
      return dropEntry(spool, request.id)
    case 'abandon':
      return abandonDelivery(spool, request.id, request.target)
    case 'verify':
      return verifySpool(spool)
    default:
      throw new Error('The relay does not know this request. Is it older than the command?')
  }
}

export function retryEntry(spool: OpenSpool, id: string, target?: string): Promise<void> {
  return spool.mutex.run(id, async () => {
    const location = await find(spool, id)
    if (location.place !== 'dead' && location.place !== 'queue' && location.place !== 'done')
      throw new Error(`${id} is in ${location.place}; only what is dead, waiting or done can be tried again.`)
    const entry = await whole(spool, location)
    const now = spool.clock.now()
    const chosen = entry.deliveries.filter(
      (state) =>
        (target === undefined || state.target === target) &&
        (location.place === 'done'
          ? target !== undefined || state.status === 'delivered'
          : state.status === 'dead' || state.status === 'waiting'),
    )
    if (chosen.length === 0) throw new Error(`${id} has no dead or waiting delivery${target ? ` to ${target}` : ''}.`)
    const note = { at: new Date(now).toISOString(), kind: 'retried', detail: 'by an operator' }
    const again = chosen.map(
      ({ interruptions: _ended, ...state }): DeliveryState => ({
        ...state,
        status: 'waiting',
        tries: state.status === 'waiting' ? state.tries : 0,
        nextAt: now,
        history: [...state.history, note],
      }),
    )
    for (const state of again) await writeState(location.folder, state)
    if (location.place !== 'queue') await moveEntry(location, spool.folders.queue, spool.folders)
    // Only now: were the disk to fail before, they would be forgotten.
    for (const state of again) spool.dueQueue.remove(id, state.target)
    enqueueDeliveries(spool, id, again)
    spool.notify()
  })
}

/** One delivery is given up for good. When it was the last open one of its entry, the entry moves on. */
export function abandonDelivery(spool: OpenSpool, id: string, target: string): Promise<void> {
  return spool.mutex.run(id, async () => {
    const location = await find(spool, id)
    const { deliveries } = await whole(spool, location)
    const given = deliveries.find((state) => state.target === target)
    const pending = location.place === 'queue' || location.place === 'dead'
    if (pending && given?.status === 'sending') throw new Error(`${id} is being sent to ${target} at this moment.`)
    if (!pending || (given?.status !== 'waiting' && given?.status !== 'dead'))
      throw new Error(`${id} has no dead or waiting delivery to ${target}.`)
    const now = spool.clock.now()
    const note = { at: new Date(now).toISOString(), kind: 'abandoned', detail: 'by an operator' }
    const left: DeliveryState = { ...given, status: 'abandoned', history: [...given.history, note] }
    await writeState(location.folder, left)
    spool.dueQueue.remove(id, target)
    const end = endOf(deliveries.map((state) => (state === given ? left : state)))
    if (end && end !== location.place)
      await moveEntry(
        location,
        end === 'done' ? path.join(spool.folders.done, dayOf(now)) : spool.folders.dead,
        spool.folders,
      )
  })
}

export function releaseEntry(spool: OpenSpool, id: string): Promise<void> {
  return spool.mutex.run(id, async () => {
    const location = await find(spool, id)
    if (location.place !== 'spam')
      throw new Error(`${id} is in ${location.place}; only what is in spam can be released.`)
    const { envelope } = await whole(spool, location)
    await moveEntry(location, spool.folders.queue, spool.folders)
    enqueueDeliveries(
      spool,
      id,
      envelope.targets.map((target) => untried(target, envelope.receivedAt)),
    )
    spool.notify()
  })
}

export function dropEntry(spool: OpenSpool, id: string): Promise<void> {
  return spool.mutex.run(id, async () => {
    // A backup may have brought it back to two places.
    for (
      let at: EntryLocation | undefined = await find(spool, id);
      at;
      at = await locateEntry(spool.folders.root, id)
    ) {
      await removeFolder(at.folder, spool.folders)
      spool.dueQueue.remove(id)
      spool.keys.remove(id)
    }
  })
}

/** Every entry but those in `corrupt`. What is being sent at the moment is compared too. */
export async function verifySpool(spool: OpenSpool): Promise<{ checked: number; corrupt: string[] }> {
  let checked = 0
  const corrupt: string[] = []
  for (const place of PLACES) {
    if (place === 'corrupt') continue
    await forEachConcurrently(await listLocations(spool.folders.root, place), ({ id }) =>
      spool.mutex.run(id, async () => {
        // It may have moved on since it was listed.
        const location = await locateEntry(spool.folders.root, id)
        if (!location || location.place === 'corrupt') return
        checked++
        await readWholeEntry(location)
          .catch(async (error) => {
            await quarantine(spool, location, error)
            corrupt.push(id)
          })
          .catch((error) => leave(spool, id, error))
      }),
    )
  }
  return { checked, corrupt }
}

async function find(spool: OpenSpool, id: string): Promise<EntryLocation> {
  const location = await locateEntry(spool.folders.root, id)
  if (!location) throw new Error(`There is no submission ${id} in ${spool.folders.root}.`)
  return location
}

/** Nothing damaged is ever delivered, whoever asks. */
async function whole(spool: OpenSpool, location: EntryLocation) {
  const entry = await readWholeEntry(location).catch((error) => quarantine(spool, location, error))
  if (!entry) throw new Error(`${location.id} is damaged and was put into corrupt.`)
  return entry
}
