import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { keepLatest } from './copies.ts'
import { eachAtOnce } from './each-at-once.ts'
import { listStandings, type PassOver, readEntry, type Standing } from './entries.ts'
import { timeOf } from './id.ts'
import { keyCounts } from './key-index.ts'
import { type OpenSpool, planDeliveries } from './open-spool.ts'
import { leave, putAside, putOff } from './put-aside.ts'
import type { Place } from './store.ts'
import { takeUp } from './take-up.ts'

const HELD: readonly Place[] = ['queue', 'dead', 'spam', 'done']

/** Makes a spool ready after whatever ended the relay before. One bad entry or folder never keeps it from starting. */
export async function bootSpool(spool: OpenSpool): Promise<void> {
  const { folders, clock, alert, keys } = spool
  const passOver: PassOver = (folder, { message }) =>
    alert({ kind: 'disk', detail: `${path.relative(folders.root, folder)} is passed over: ${message}` })

  for (const left of await readdir(folders.tmp)) {
    const folder = path.join(folders.tmp, left)
    await rm(folder, { recursive: true, force: true }).catch((error: Error) => passOver(folder, error))
  }

  const listed = await Promise.all(HELD.map((place) => listStandings(folders.root, place, passOver)))
  const standings = await withoutCopies(spool, listed.flat())
  await eachAtOnce(
    standings.filter(({ place }) => place === 'queue'),
    (standing) =>
      takeUp(spool, standing).then(
        (states) => planDeliveries(spool, standing.id, states),
        (error) => putOff(spool, standing.id, error),
      ),
  )

  const now = clock.now()
  await eachAtOnce(
    standings.filter(({ place, id }) => place !== 'queue' && keyCounts(timeOf(id), now)),
    (standing) =>
      readEntry(standing)
        .catch((error) => putAside(spool, standing, error))
        .then((entry) => void (entry && keys.add(entry.envelope)))
        .catch((error) => leave(spool, standing.id, error)),
  )
}

async function withoutCopies(spool: OpenSpool, standings: readonly Standing[]): Promise<Standing[]> {
  const byId = new Map<string, Standing[]>()
  for (const standing of standings) byId.set(standing.id, [...(byId.get(standing.id) ?? []), standing])
  const kept: Standing[] = []
  await eachAtOnce([...byId], async ([id, copies]) => {
    if (copies.length === 1) return void kept.push(...copies)
    const left = await keepLatest(spool, copies).catch((error) => leave(spool, id, error))
    kept.push(...(left ?? copies))
  })
  return kept
}
