import path from 'node:path'
import { eachAtOnce } from '../concurrency.ts'
import { findStanding, listStandings, readWholeEntry, type Standing } from './entries.ts'
import { dayOf, PLACES } from './layout.ts'
import { moveEntry, removeFolder } from './move.ts'
import { type OpenSpool, planDeliveries } from './open-spool.ts'
import { leave, putAside } from './quarantine.ts'
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
  return spool.turns.take(id, async () => {
    const standing = await find(spool, id)
    if (standing.place !== 'dead' && standing.place !== 'queue' && standing.place !== 'done')
      throw new Error(`${id} is in ${standing.place}; only what is dead, waiting or done can be tried again.`)
    const entry = await whole(spool, standing)
    const now = spool.clock.now()
    const chosen = entry.deliveries.filter(
      (state) =>
        (target === undefined || state.target === target) &&
        (standing.place === 'done'
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
    for (const state of again) await writeState(standing.folder, state)
    if (standing.place !== 'queue') await moveEntry(standing, spool.folders.queue, spool.folders)
    // Only now: were the disk to fail before, they would be forgotten.
    for (const state of again) spool.agenda.remove(id, state.target)
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
      await moveEntry(
        standing,
        end === 'done' ? path.join(spool.folders.done, dayOf(now)) : spool.folders.dead,
        spool.folders,
      )
  })
}

export function releaseEntry(spool: OpenSpool, id: string): Promise<void> {
  return spool.turns.take(id, async () => {
    const standing = await find(spool, id)
    if (standing.place !== 'spam')
      throw new Error(`${id} is in ${standing.place}; only what is in spam can be released.`)
    const { envelope } = await whole(spool, standing)
    await moveEntry(standing, spool.folders.queue, spool.folders)
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
    // A backup may have brought it back to two places.
    for (let at: Standing | undefined = await find(spool, id); at; at = await findStanding(spool.folders.root, id)) {
      await removeFolder(at.folder, spool.folders)
      spool.agenda.remove(id)
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
    await eachAtOnce(await listStandings(spool.folders.root, place), ({ id }) =>
      spool.turns.take(id, async () => {
        // It may have moved on since it was listed.
        const standing = await findStanding(spool.folders.root, id)
        if (!standing || standing.place === 'corrupt') return
        checked++
        await readWholeEntry(standing)
          .catch(async (error) => {
            await putAside(spool, standing, error)
            corrupt.push(id)
          })
          .catch((error) => leave(spool, id, error))
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
