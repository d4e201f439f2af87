import path from 'node:path'
import { exists, failsEverywhere } from './disk.ts'
import { type EntryLocation, readWholeEntry } from './entries.ts'
import { claimName, enqueueDeliveries, type OpenSpool } from './open-spool.ts'
import { postpone, quarantine } from './quarantine.ts'
import { moveFinished, resumeEntry } from './resume.ts'
import { readStates, writeState } from './state-file.ts'
import type { DeliveryState, Store } from './store.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** Takes the next due delivery. Damaged entries that it meets are put aside, those that the disk refuses are put off. */
export async function claimNext(spool: OpenSpool, now: number, busy = NOBODY): ReturnType<Store['claim']> {
  for (;;) {
    const item = spool.dueQueue.take(now, busy)
    if (!item) return undefined
    const { id, target } = item
    const location: EntryLocation = { id, place: 'queue', folder: path.join(spool.folders.queue, id) }
    try {
      const claimed = await spool.mutex.run(id, () =>
        target === undefined ? lookAgain(spool, location) : claim(spool, location, target),
      )
      if (claimed) return claimed
    } catch (error) {
      if (failsEverywhere(error)) {
        spool.dueQueue.add(item)
        throw error
      }
      postpone(spool, id, error)
    }
  }
}

async function lookAgain(spool: OpenSpool, location: EntryLocation): Promise<undefined> {
  const states = await resumeEntry(spool, location)
  spool.dueQueue.remove(location.id)
  enqueueDeliveries(spool, location.id, states)
}

async function claim(spool: OpenSpool, location: EntryLocation, target: string) {
  const { id, folder } = location
  if (!(await exists(folder))) return undefined
  const read = await readWholeEntry(location).catch((error) => quarantine(spool, location, error))
  if (!read) return undefined
  const { lost: _lost, ...entry } = read
  const before = entry.deliveries.find((state) => state.target === target)
  if (before?.status !== 'waiting') return undefined
  const state: DeliveryState = { ...before, status: 'sending', tries: before.tries + 1 }
  await writeState(folder, state)
  spool.claims.set(claimName(id, target), { entry, state })
  const deliveries = entry.deliveries.map((one) => (one === before ? state : one))
  return { entry: { ...entry, deliveries }, target }
}

/**
 * Notes how a claimed delivery ended. When it was the last open one of its entry, the entry moves on.
 * Should the noting fail, the claim stands and the same call may be made again.
 */
export async function recordOutcome(
  spool: OpenSpool,
  id: string,
  target: string,
  end: Pick<DeliveryState, 'status'> & {
    nextAt?: number
    kind: string
    detail: string
    reached?: readonly string[] | undefined
    /** The other side never answered: it was no try. */
    untried?: boolean
  },
): Promise<void> {
  const name = claimName(id, target)
  const claimed = spool.claims.get(name)
  if (!claimed) throw new Error(`Delivery of ${id} to ${target} was not claimed`)
  await spool.mutex.run(id, async () => {
    const { envelope, folder } = claimed.entry
    const now = spool.clock.now()
    // It was dropped or put aside meanwhile: there is nothing left to note.
    if (!(await exists(folder))) return void spool.claims.delete(name)
    const { interruptions: _ended, ...before } = claimed.state
    const state: DeliveryState = {
      ...before,
      tries: before.tries - (end.untried ? 1 : 0),
      status: end.status,
      nextAt: end.nextAt ?? now,
      // Should it be sent once more, it is for all again.
      reached: end.status === 'delivered' ? undefined : (end.reached ?? before.reached),
      history: [...before.history, { at: new Date(now).toISOString(), kind: end.kind, detail: end.detail }],
    }
    await writeState(folder, state)
    spool.claims.delete(name)
    if (state.status === 'waiting') spool.dueQueue.add({ id, target, at: state.nextAt })
    try {
      const { states } = await readStates(folder, envelope)
      await moveFinished(spool, { id, place: 'queue', folder }, states)
    } catch (error) {
      // This delivery is noted; the others and the move are looked at again.
      postpone(spool, id, error)
    }
  })
}
