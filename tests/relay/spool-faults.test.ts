import { chmod, mkdir, rmdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../relay/store/store.ts'
import { needs } from '../needs.ts'
import { claimAll, claimOne, delivered, settle } from './claims.ts'
import { createDeliveryFixture, createScriptedTarget } from './delivery-fixture.ts'
import { becomeOrdinary } from './ordinary-user.ts'
import { createSmallDisk } from './small-disk.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'
import { until } from './until.ts'

const MINUTE = 60_000
const LATER = '2031-01-01'

/** Creates a spool with two submissions to one target, as a user without root privileges. */
async function createFixture() {
  const fixture = await createSpoolFixture({ targets: ['mail'] })
  await becomeOrdinary(path.dirname(fixture.folder))
  const { open, clock, folder } = fixture
  const store = await open()
  const commit = () => commitOne(store, clock.now(), { targets: ['mail'] }, [Buffer.from('file')])
  const bad = await commit()
  clock.advance(1)
  const good = await commit()
  return { ...fixture, store, commit, bad, good, badFolder: path.join(folder, 'queue', bad) }
}

/** Claims and delivers all due deliveries. */
async function deliverAll(store: Store): Promise<string[]> {
  const claims = await claimAll(store, ['mail'])
  for (const claim of claims) await store.settle(claim, delivered)
  return claims.map(({ envelope }) => envelope.id)
}

/** Permission changes made while the relay is stopped: a description, the new mode, and the affected path. */
const situations: [string, number, (entry: string) => string][] = [
  ['a read-only entry that was being sent', 0o555, (entry) => entry],
  ['an entry that cannot be opened', 0, (entry) => entry],
  ['an envelope that cannot be read', 0, (entry) => path.join(entry, 'envelope.json')],
  ['an attachment that cannot be read', 0, (entry) => path.join(entry, '0.bin')],
  ['a delivery state that cannot be read', 0, (entry) => path.join(entry, 'state.mail.json')],
]

test.each(situations)(
  'a relay starts despite %s, and delivers the entry once the permissions are fixed',
  async (_, mode, spotOf) => {
    const { open, store, clock, alerts, bad, good, badFolder } = await createFixture()
    expect((await claimOne(store))?.envelope.id).toBe(bad)
    await store.close()
    const spot = spotOf(badFolder)
    await chmod(spot, mode)
    const again = await open()
    expect(alerts).toEqual([{ kind: 'disk', id: bad, detail: expect.stringContaining('EACCES') }])
    expect(await deliverAll(again)).toEqual([good])
    clock.advance(MINUTE)
    expect(await deliverAll(again)).toEqual([])
    expect(alerts).toHaveLength(2)
    await chmod(spot, 0o700)
    clock.advance(MINUTE)
    // The relay first rereads the entry; only then is its delivery due.
    expect(await deliverAll(again)).toEqual([bad])
    expect((await again.read(bad))?.place).toBe('done')
  },
)

interface Spot {
  spool: string
  /** Folder of an entry in the queue. */
  entry: string
}

const surroundings: [string, number, string, (spot: Spot) => Promise<unknown>][] = [
  ['a day folder that cannot be read', 0, 'done/2026-01-04', make('done/2026-01-04')],
  ['an old day folder that cannot be removed', 0o555, 'done/2020-01-01', make('done/2020-01-01')],
  ['a leftover draft that cannot be removed', 0o555, 'tmp/half', make('tmp/half/0.bin')],
  ['a folder for damaged entries that cannot be written', 0o555, 'corrupt', damage],
  ['a day folder of a finished entry that cannot be written', 0o555, 'done/2026-01-05', end],
]

function make(name: string): (spot: Spot) => Promise<unknown> {
  return ({ spool }) => mkdir(path.join(spool, name), { recursive: true })
}

function damage({ entry }: Spot): Promise<unknown> {
  return writeFile(path.join(entry, 'envelope.json'), 'nothing')
}

async function end({ spool, entry }: Spot): Promise<unknown> {
  await mkdir(path.join(spool, 'done', '2026-01-05'))
  const state = { target: 'mail', status: 'delivered', tries: 1, nextAt: 0, history: [] }
  return writeFile(path.join(entry, 'state.mail.json'), JSON.stringify(state))
}

test.each(surroundings)('%s does not prevent startup', async (_, mode, name, prepare) => {
  const { open, store, folder, alerts, good, badFolder } = await createFixture()
  await store.close()
  await prepare({ spool: folder, entry: badFolder })
  const spot = path.join(folder, name)
  await chmod(spot, mode)
  try {
    const again = await open()
    await until('the alert', () => alerts.length > 0)
    expect(alerts).toMatchObject([{ kind: 'disk', detail: expect.stringContaining('EACCES') }])
    expect((await claimOne(again))?.envelope.id).toBeDefined()
    expect((await again.read(good))?.envelope.id).toBe(good)
  } finally {
    await chmod(spot, 0o700)
  }
})

test('a delivery is attempted even if the next one of its entry cannot be claimed, and neither counts as interrupted', async () => {
  const { open, clock, folder } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now())
  const obstacle = path.join(folder, 'queue', id, 'state.hook.json')
  await mkdir(obstacle)
  const slots = new Map([
    ['mail', 1],
    ['hook', 1],
  ])
  const [claim, ...others] = await store.claim(slots)
  expect([claim?.state.target, others]).toEqual(['mail', []])
  await rmdir(obstacle)
  clock.advance(MINUTE)
  expect((await store.claim(slots)).map(({ state }) => state.target)).toEqual(['hook'])
  if (claim) await store.settle(claim, delivered)
  expect((await store.read(id))?.deliveries).toMatchObject([{ history: [{ kind: 'delivered' }] }, { history: [] }])
})

test('a leftover lock with a date in the future does not delay startup', async () => {
  const { open, folder } = await createSpoolFixture()
  await (await open()).close()
  const lock = path.join(folder, 'opening.lock')
  await mkdir(lock)
  await utimes(lock, new Date(LATER), new Date(LATER))
  await open()
})

test.each([
  ['cannot be written', 0o555],
  ['cannot be opened', 0],
])('an entry that %s blocks no other entries, and is delivered once the permissions are fixed', async (_, mode) => {
  const { store, clock, alerts, bad, good, badFolder } = await createFixture()
  await chmod(badFolder, mode)
  expect(await deliverAll(store)).toEqual([good])
  expect(alerts).toEqual([{ kind: 'disk', id: bad, detail: expect.stringContaining('EACCES') }])
  await chmod(badFolder, 0o700)
  expect(await store.nextDue(['mail'])).toBe(MINUTE)
  clock.advance(MINUTE)
  expect(await deliverAll(store)).toEqual([bad])
})

test('a delivery state that cannot be written does not block other deliveries of the entry', async () => {
  const { open, clock, folder, alerts } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now())
  const obstacle = path.join(folder, 'queue', id, 'state.mail.json.new')
  await mkdir(obstacle)
  expect((await claimOne(store))?.state.target).toBe('hook')
  await settle(store, id, 'hook', delivered)
  expect(alerts).toMatchObject([{ kind: 'disk', id, detail: expect.stringContaining('EISDIR') }])
  await rmdir(obstacle)
  clock.advance(MINUTE)
  expect((await claimOne(store))?.state.target).toBe('mail')
})

test('a retry command that fails to write to disk leaves the delivery unchanged', async () => {
  const { store, clock, bad, badFolder } = await createFixture()
  await claimOne(store)
  await settle(store, bad, 'mail', { status: 'waiting', pause: MINUTE, detail: '451' })
  await chmod(badFolder, 0o555)
  await expect(store.retry(bad)).rejects.toThrow('EACCES')
  await chmod(badFolder, 0o700)
  clock.advance(MINUTE)
  expect(await deliverAll(store)).toContain(bad)
})

test('no delivery is lost while the queue is temporarily unreadable', async () => {
  const { store, clock, folder, alerts, bad, good } = await createFixture()
  await chmod(path.join(folder, 'queue'), 0)
  expect(await deliverAll(store)).toEqual([])
  expect(alerts).toMatchObject([
    { kind: 'disk', id: bad },
    { kind: 'disk', id: good },
  ])
  await chmod(path.join(folder, 'queue'), 0o700)
  clock.advance(MINUTE)
  expect((await deliverAll(store)).sort()).toEqual([bad, good].sort())
})

test.each([
  ['the entry cannot be written', 0o555, (folder: string) => folder],
  ['the queue cannot be read', 0, path.dirname],
])('if %s, storing a delivery result fails, and succeeds once this is fixed', async (_, mode, spotOf) => {
  const { store, bad, badFolder } = await createFixture()
  await claimOne(store)
  const spot = spotOf(badFolder)
  await chmod(spot, mode)
  await expect(settle(store, bad, 'mail', delivered)).rejects.toThrow('EACCES')
  await chmod(spot, 0o700)
  await settle(store, bad, 'mail', delivered)
  expect(await store.read(bad)).toMatchObject({ place: 'done', deliveries: [{ status: 'delivered', tries: 1 }] })
})

test('an entry that cannot be moved to its day folder is moved once the folder is writable', async () => {
  const { open, clock, folder, alerts } = await createSpoolFixture()
  await becomeOrdinary(path.dirname(folder))
  const store = await open()
  const id = await commitOne(store, clock.now())
  await claimOne(store)
  await claimOne(store)
  await settle(store, id, 'hook', delivered)
  const day = path.join(folder, 'done', '2026-01-05')
  await mkdir(day, { recursive: true })
  await chmod(day, 0o555)
  await settle(store, id, 'mail', delivered)
  expect(alerts).toMatchObject([{ kind: 'disk', id }])
  await chmod(day, 0o700)
  clock.advance(MINUTE)
  expect(await claimOne(store)).toBeUndefined()
  expect((await store.read(id))?.place).toBe('done')
})

test('a delivery whose result cannot be stored does not occupy a send slot', async () => {
  const sent: string[] = []
  const mail = createScriptedTarget('mail', { kind: 'delivered', detail: 'ok' })
  const { delivery, commit, clock, stateOf, folder, alerts } = await createDeliveryFixture(
    [
      {
        ...mail.target,
        async deliver(parcel, signal) {
          sent.push(parcel.envelope.id)
          if (sent.length === 1) await chmod(path.join(folder, 'queue', parcel.envelope.id), 0o555)
          return mail.target.deliver(parcel, signal)
        },
      },
    ],
    { sendsPerTarget: 1 },
  )
  await becomeOrdinary(path.dirname(folder))
  const ids = [await commit(), await commit(), await commit()]
  delivery.start()
  await until('the other entries are delivered', async () => (await stateOf(ids[2] as string)).place === 'done')
  expect(alerts).toMatchObject([{ kind: 'disk', id: ids[0] }])
  await chmod(path.join(folder, 'queue', ids[0] as string), 0o700)
  await until('the pause', () => clock.pending().includes(5000))
  clock.advance(5000)
  await until('the first result is stored', async () => (await stateOf(ids[0] as string)).place === 'done')
  expect(sent).toEqual(ids)
})

test('a delivery continues once a full disk has space again', needs('root', 'a mounted tmpfs'), async () => {
  const disk = await createSmallDisk()
  const mail = createScriptedTarget('mail', { kind: 'temporary', detail: '451' }, { kind: 'delivered', detail: 'ok' })
  const { delivery, commit, attempted, store, stateOf, clock, alerts } = await createDeliveryFixture(
    [mail.target],
    {},
    disk.folder,
  )
  delivery.start()
  const id = await commit()
  await attempted(1)
  await disk.fill()
  await expect(store.retry(id)).rejects.toThrow('ENOSPC')
  await until('the timer', () => clock.pending().includes(30_000))
  clock.advance(30_000)
  await until('the alert about the disk', () => alerts.length > 0)
  expect(alerts).toMatchObject([
    { kind: 'disk', detail: expect.stringContaining('due deliveries cannot be claimed: ENOSPC') },
  ])
  await disk.empty()
  await until('the pause', () => clock.pending().includes(5000))
  clock.advance(5000)
  await attempted(2)
  expect(await stateOf(id)).toMatchObject({ place: 'done', tries: 2 })
})
