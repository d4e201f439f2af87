import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { listStandings, readEntry, readWholeEntry, type Standing } from './entries.ts'
import { Damaged } from './envelope-file.ts'
import { dayOf } from './folders.ts'
import { timeOf } from './id.ts'
import { keyCounts } from './key-index.ts'
import { moveEntry, setAside } from './move.ts'
import { type OpenSpool, planDeliveries } from './open-spool.ts'
import { endOf, writeState } from './state-file.ts'
import type { DeliveryState, Place } from './store.ts'

/** Entries that are verified at the same time. */
const AT_ONCE = 8

/** Makes a spool ready after whatever ended the relay before. */
export async function bootSpool(spool: OpenSpool): Promise<void> {
  for (const left of await readdir(spool.folders.tmp))
    await rm(path.join(spool.folders.tmp, left), { recursive: true, force: true })

  await eachAtOnce(await listStandings(spool.folders.root, 'queue'), (standing) => resume(spool, standing))

  const now = spool.clock.now()
  for (const place of ['done', 'dead', 'spam'] satisfies Place[]) {
    const young = (await listStandings(spool.folders.root, place)).filter(({ id }) => keyCounts(timeOf(id), now))
    await eachAtOnce(young, async (standing) => {
      const entry = await readEntry(standing).catch((error) => passOver(spool, standing, error))
      if (entry) spool.keys.add(entry.envelope)
    })
  }
}

async function resume(spool: OpenSpool, standing: Standing): Promise<void> {
  const entry = await readWholeEntry(standing).catch((error) => passOver(spool, standing, error))
  if (!entry) return
  const { id, folder } = standing
  const now = spool.clock.now()
  spool.keys.add(entry.envelope)
  for (const target of entry.lost)
    spool.alert({ kind: 'state-lost', id, target, detail: 'its delivery state cannot be read; it is sent again' })
  const states = await Promise.all(
    entry.deliveries.map(async (state): Promise<DeliveryState> => {
      if (state.status !== 'sending') return state
      // Nobody knows how far that try came: the other side may get it twice, but never not at all.
      const note = { at: new Date(now).toISOString(), kind: 'interrupted', detail: 'the relay ended during this try' }
      const again: DeliveryState = { ...state, status: 'waiting', nextAt: now, history: [...state.history, note] }
      await writeState(folder, again)
      return again
    }),
  )
  const end = endOf(states)
  if (end) await moveEntry(standing, end === 'done' ? path.join(spool.folders.done, dayOf(now)) : spool.folders.dead)
  for (const { target, status } of states)
    if (status === 'waiting' && !spool.targets.has(target))
      spool.alert({ kind: 'target-missing', id, target, detail: `waits for ${target}, which is not set up` })
  planDeliveries(spool, id, states)
}

/** One bad entry never keeps a relay from starting: what is damaged goes aside, what cannot be read stays. */
async function passOver(spool: OpenSpool, standing: Standing, error: Error): Promise<undefined> {
  await putAside(spool, standing, error).catch(({ message }: Error) => {
    spool.alert({ kind: 'disk', id: standing.id, detail: `cannot be read, it stays in ${standing.place}: ${message}` })
  })
}

/** @throws what is not damage */
export async function putAside(spool: OpenSpool, standing: Standing, error: unknown): Promise<undefined> {
  if (!(error instanceof Damaged)) throw error
  await setAside(standing, spool.folders, error.message, spool.clock.now())
  spool.alert({ kind: 'corrupt', id: standing.id, detail: error.message })
}

export async function eachAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of rest) await work(one)
    }),
  )
}
