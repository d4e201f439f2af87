import { appendFile, cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { EntryPlace } from '../../relay/store/store.ts'
import { claimOne, delivered, listAll, settle } from './claims.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'

/** Backs up an entry in the queue, then ends its delivery. */
async function createBackup(end: 'done' | 'dead') {
  const fixture = await createSpoolFixture({ targets: ['mail'] })
  const { open, clock, folder } = fixture
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] }, [Buffer.from('file')])
  const queued = path.join(folder, 'queue', id)
  const backup = path.join(folder, '..', 'backup')
  await cp(queued, backup, { recursive: true })
  await claimOne(store)
  clock.advance(1)
  await (end === 'done'
    ? settle(store, id, 'mail', delivered)
    : settle(store, id, 'mail', { status: 'dead', detail: '550' }))
  const { location: ended } = (await store.read(id)) ?? { location: '' }
  await store.close()
  return { ...fixture, id, queued, backup, ended }
}

/** Places with a copy after the restore, how the delivery ended, damage to a copy, and the place whose copy is kept. */
const backups: [string, 'done' | 'dead', (queued: string, ended: string) => Promise<unknown>, EntryPlace][] = [
  ['queue and done', 'done', async () => {}, 'done'],
  ['queue and dead', 'dead', async () => {}, 'dead'],
  ['queue and done, incomplete in queue', 'done', (queued) => rm(path.join(queued, 'envelope.json')), 'done'],
  ['queue and done, damaged in done', 'done', (_queued, ended) => appendFile(path.join(ended, '0.bin'), 'x'), 'queue'],
]

test.each(backups)('one copy is kept if a restored backup duplicates an entry: %s', async (_, end, change, place) => {
  const { open, alerts, names, id, queued, backup, ended } = await createBackup(end)
  await cp(backup, queued, { recursive: true })
  await change(queued, ended)
  const store = await open()
  expect(alerts).toMatchObject([
    { kind: 'copies', id, detail: expect.stringContaining(`the copy in ${place} was kept`) },
  ])
  expect((await listAll(store)).map((entry) => [entry.envelope.id, entry.place])).toEqual([[id, place]])
  expect(await names('tmp')).toEqual([])
})

test('a retried submission is delivered and stored once, even if a backup restores its delivered copy', async () => {
  const { open, clock, id, ended } = await createBackup('done')
  const copy = `${ended}-copy`
  await cp(ended, copy, { recursive: true })
  const store = await open()
  clock.advance(1)
  await store.retry(id)
  await store.close()
  await cp(copy, ended, { recursive: true })
  await rm(copy, { recursive: true })
  const again = await open()
  expect((await claimOne(again))?.envelope.id).toBe(id)
  // Recreates the copy in `done` while the relay is running.
  await cp((await again.read(id))?.location ?? '', ended, { recursive: true })
  await settle(again, id, 'mail', delivered)
  expect((await listAll(again)).map(({ place, deliveries }) => [place, deliveries[0]?.status])).toEqual([
    ['done', 'delivered'],
  ])
})

test('an entry with damaged copies in two folders is quarantined, and drop removes both copies', async () => {
  const { open, alerts, names, id, queued, backup, ended } = await createBackup('done')
  await cp(backup, queued, { recursive: true })
  for (const folder of [queued, ended]) await appendFile(path.join(folder, 'envelope.json'), 'x')
  const store = await open()
  expect(alerts.map(({ kind }) => kind)).toEqual(['corrupt', 'corrupt'])
  expect(await names('corrupt')).toEqual([id])
  await mkdir(queued)
  await store.drop(id)
  expect([...(await names('corrupt')), ...(await names('queue'))]).toEqual([])
})
