import { stat } from 'node:fs/promises'
import path from 'node:path'
import { readWholeEntry, type Standing } from './entries.ts'
import { Damaged } from './envelope-file.ts'
import { dayOf } from './folders.ts'
import { moveEntry, setAside } from './move.ts'
import { claimName, type OpenSpool } from './open-spool.ts'
import { endOf, readStates, writeState } from './state-file.ts'
import type { DeliveryState, Store } from './store.ts'

/** Milliseconds before an entry is looked at again that could not be read. */
const PAUSE = 60_000

class Unreadable extends Error {}

const NOBODY: ReadonlySet<string> = new Set()

/** Takes the next due delivery. Damaged entries that it meets are put aside. */
export async function claimNext(spool: OpenSpool, now: number, busy = NOBODY): ReturnType<Store['claim']> {
  for (;;) {
    const item = spool.agenda.take(now, busy)
    if (!item) return undefined
    try {
      const claimed = await spool.turns.take(item.id, () => claim(spool, item.id, item.target))
      if (claimed) return claimed
    } catch (error) {
      // The disk failed, not the entry. One that cannot be read must not stop those behind it.
      const unreadable = error instanceof Unreadable
      spool.agenda.add(unreadable ? { ...item, at: now + PAUSE } : item)
      if (!unreadable) throw error
      spool.alert({ kind: 'disk', id: item.id, detail: error.message })
    }
  }
}

async function claim(spool: OpenSpool, id: string, target: string) {
  const standing: Standing = { id, place: 'queue', folder: path.join(spool.folders.queue, id) }
  if (!(await stat(standing.folder).catch(() => undefined))) return undefined
  try {
    const { lost: _lost, ...entry } = await readWholeEntry(standing).catch((error: Error) => {
      throw error instanceof Damaged ? error : new Unreadable(`cannot be read: ${error.message}`)
    })
    const before = entry.deliveries.find((state) => state.target === target)
    if (before?.status !== 'waiting') return undefined
    const state: DeliveryState = { ...before, status: 'sending', tries: before.tries + 1 }
    await writeState(standing.folder, state)
    spool.claims.set(claimName(id, target), { entry, state })
    const deliveries = entry.deliveries.map((one) => (one === before ? state : one))
    return { entry: { ...entry, deliveries }, target }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    spool.agenda.remove(id)
    await setAside(standing, spool.folders, error.message, spool.clock.now())
    spool.alert({ kind: 'corrupt', id, detail: error.message })
    return undefined
  }
}

/**
 * Notes how a claimed delivery ended. When it was the last open one of its entry, the entry moves on.
 * Should that fail, the claim stands and the same call may be made again.
 */
export async function settle(
  spool: OpenSpool,
  id: string,
  target: string,
  end: Pick<DeliveryState, 'status'> & {
    nextAt?: number
    kind: string
    detail: string
    reached?: readonly string[] | undefined
  },
): Promise<void> {
  const name = claimName(id, target)
  const claimed = spool.claims.get(name)
  if (!claimed) throw new Error(`Delivery of ${id} to ${target} was not claimed`)
  await spool.turns.take(id, async () => {
    const { envelope, folder } = claimed.entry
    const now = spool.clock.now()
    // It was dropped or put aside meanwhile: there is nothing left to note.
    if (!(await stat(folder).catch(() => undefined))) return void spool.claims.delete(name)
    const state: DeliveryState = {
      ...claimed.state,
      status: end.status,
      nextAt: end.nextAt ?? now,
      // Should it be sent once more, it is for all again.
      reached: end.status === 'delivered' ? undefined : (end.reached ?? claimed.state.reached),
      history: [...claimed.state.history, { at: new Date(now).toISOString(), kind: end.kind, detail: end.detail }],
    }
    await writeState(folder, state)
    spool.claims.delete(name)
    if (state.status === 'waiting') spool.agenda.add({ id, target, at: state.nextAt })
    const { states } = await readStates(folder, envelope)
    const place = endOf(states)
    if (!place) return
    const parent = place === 'done' ? path.join(spool.folders.done, dayOf(now)) : spool.folders.dead
    await moveEntry({ id, place: 'queue', folder }, parent, spool.groupSync).catch((error: Error) => {
      // Its states are safe; the next start moves it.
      spool.alert({ kind: 'disk', id, detail: `could not be moved to ${place}: ${error.message}` })
    })
  })
}
