import path from 'node:path'
import { eachAtOnce, putAside } from './boot.ts'
import { findStanding, listStandings, readWholeEntry, type Standing } from './entries.ts'
import { dayOf, PLACES } from './folders.ts'
import { moveEntry, removeFolder } from './move.ts'
import { type OpenSpool, planDeliveries } from './open-spool.ts'
import type { SpoolRequest } from './request.ts'
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
  return spool.turns.take(id, async () => {
    const standing = await find(spool, id)
    if (standing.place !== 'dead' && standing.place !== 'queue')
      throw new Error(`${id} is in ${standing.place}; only what is dead or waiting can be tried again.`)
    const entry = await whole(spool, standing)
    const now = spool.clock.now()
    const chosen = entry.deliveries.filter(
      (state) =>
        (target === undefined || state.target === target) && (state.status === 'dead' || state.status === 'waiting'),
    )
    if (chosen.length === 0) throw new Error(`${id} has no dead or waiting delivery${target ? ` to ${target}` : ''}.`)
    const note = { at: new Date(now).toISOString(), kind: 'retried', detail: 'by an operator' }
    const again = chosen.map(
      (state): DeliveryState => ({
        ...state,
        status: 'waiting',
        tries: state.status === 'dead' ? 0 : state.tries,
        nextAt: now,
        history: [...state.history, note],
      }),
    )
    for (const state of again) {
      spool.agenda.remove(id, state.target)
      await writeState(standing.folder, state)
    }
    if (standing.place === 'dead') await moveEntry(standing, spool.folders.queue)
    planDeliveries(spool, id, again)
    spool.notify()
  })
}

/** One delivery is given up for good. When it was the last open one of its entry, the entry moves on. */
export function abandonDelivery(spool: OpenSpool, id: string, target: string): Promise<void> {
  return spool.turns.take(id, async () => {
    const standing = await find(spool, id)
    const { deliveries } = await whole(spool, standing)
    const given = deliveries.find((state) => state.target === target)
    const pending = standing.place === 'queue' || standing.place === 'dead'
    if (pending && given?.status === 'sending') throw new Error(`${id} is being sent to ${target} at this moment.`)
    if (!pending || (given?.status !== 'waiting' && given?.status !== 'dead'))
      throw new Error(`${id} has no dead or waiting delivery to ${target}.`)
    const now = spool.clock.now()
    const note = { at: new Date(now).toISOString(), kind: 'abandoned', detail: 'by an operator' }
    const left: DeliveryState = { ...given, status: 'abandoned', history: [...given.history, note] }
    await writeState(standing.folder, left)
    spool.agenda.remove(id, target)
    const end = endOf(deliveries.map((state) => (state === given ? left : state)))
    if (end && end !== standing.place)
      await moveEntry(standing, end === 'done' ? path.join(spool.folders.done, dayOf(now)) : spool.folders.dead)
  })
}

export function releaseEntry(spool: OpenSpool, id: string): Promise<void> {
  return spool.turns.take(id, async () => {
    const standing = await find(spool, id)
    if (standing.place !== 'spam')
      throw new Error(`${id} is in ${standing.place}; only what is in spam can be released.`)
    const { envelope } = await whole(spool, standing)
    await moveEntry(standing, spool.folders.queue)
    planDeliveries(
      spool,
      id,
      envelope.targets.map((target) => untried(target, envelope.receivedAt)),
    )
    spool.notify()
  })
}

export function dropEntry(spool: OpenSpool, id: string): Promise<void> {
  return spool.turns.take(id, async () => {
    const standing = await find(spool, id)
    spool.agenda.remove(id)
    await removeFolder(standing.folder, spool.folders)
  })
}

/** Every entry but those in `corrupt`. What is being sent at the moment is compared too. */
export async function verifySpool(spool: OpenSpool): Promise<{ checked: number; corrupt: string[] }> {
  let checked = 0
  const corrupt: string[] = []
  for (const place of PLACES) {
    if (place === 'corrupt') continue
    await eachAtOnce(await listStandings(spool.folders.root, place), ({ id }) =>
      spool.turns.take(id, async () => {
        // It may have moved on since it was listed.
        const standing = await findStanding(spool.folders.root, id)
        if (!standing || standing.place === 'corrupt') return
        checked++
        await readWholeEntry(standing).catch(async (error) => {
          await putAside(spool, standing, error)
          spool.agenda.remove(id)
          corrupt.push(id)
        })
      }),
    )
  }
  return { checked, corrupt }
}

async function find(spool: OpenSpool, id: string): Promise<Standing> {
  const standing = await findStanding(spool.folders.root, id)
  if (!standing) throw new Error(`There is no submission ${id} in ${spool.folders.root}.`)
  return standing
}

/** Nothing damaged is ever delivered, whoever asks. */
async function whole(spool: OpenSpool, standing: Standing) {
  const entry = await readWholeEntry(standing).catch((error) => putAside(spool, standing, error))
  if (!entry) throw new Error(`${standing.id} is damaged and was put into corrupt.`)
  return entry
}
