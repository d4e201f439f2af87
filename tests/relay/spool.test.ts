import { execFileSync } from 'node:child_process'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claimOne, delivered, settle } from './claims.ts'
import { commitOne, createSpoolFixture, envelopeOf } from './spool-fixture.ts'
import { until } from './until.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('a commit that cannot be written to disk leaves no entry and no other files behind', async () => {
  const { open, clock, folder, names } = await createSpoolFixture()
  const store = await open()
  const draft = await store.draft()
  // The rename fails, because a non-empty folder already has the entry's name.
  await mkdir(path.join(folder, 'queue', draft.id, 'in the way'), { recursive: true })
  await expect(draft.commit(envelopeOf(draft, clock.now()))).rejects.toThrow()
  expect(await names('tmp')).toEqual([])
  expect(await names('queue')).toEqual([])
  expect(await store.nextDue(['mail', 'hook'])).toBeUndefined()
})

test('a claim is written to disk before it is returned, and a delivered entry moves to its day folder', async () => {
  const { open, clock, folder } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await claimOne(store)
  const onDisk = JSON.parse(await readFile(path.join(folder, 'queue', id, 'state.mail.json'), 'utf8'))
  expect(onDisk).toMatchObject({ status: 'sending', tries: 1 })
  await settle(store, id, 'mail', delivered)
  expect((await store.read(id))?.location).toBe(path.join(folder, 'done', '2026-01-05', id))
})

test('an entry that moves while it is read still has its outcomes and the states of its deliveries', async () => {
  const { open: openStore, clock, folder } = await createSpoolFixture()
  const store = await openStore()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await store.recordOutcome(id, { status: 'won' }, [])
  await claimOne(store)
  const [before, after] = [path.join(folder, 'queue', id), path.join(folder, 'dead', id)]
  const text = await readFile(path.join(before, 'envelope.json'))
  // The reader waits for the content of a pipe.
  await rm(path.join(before, 'envelope.json'))
  execFileSync('mkfifo', [path.join(before, 'envelope.json')])
  const reading = store.read(id)
  const pipe = await open(path.join(before, 'envelope.json'), 'w')
  await rename(before, after)
  await rm(path.join(after, 'envelope.json'))
  await writeFile(path.join(after, 'envelope.json'), text)
  await pipe.writeFile(text)
  await pipe.close()
  expect(await reading).toMatchObject({
    place: 'dead',
    outcomes: [{ status: 'won' }],
    deliveries: [{ status: 'sending', tries: 1 }],
  })
})

test('spam that is released during a sweep is delivered, and other spam is deleted', async () => {
  const { open, clock, alerts, names } = await createSpoolFixture({ retention: { doneDays: 1, spamDays: 1 } })
  const store = await open()
  const released = await commitOne(store, clock.now(), { spam: ['links'] })
  await commitOne(store, clock.now(), { spam: ['links'] })
  clock.advance(DAY)
  await until('the next sweep', () => clock.pending().includes(60 * MINUTE))
  const release = store.release(released)
  clock.advance(60 * MINUTE)
  await release
  await until('the other spam is deleted', async () => (await names('spam')).length === 0)
  expect((await store.read(released))?.place).toBe('queue')
  expect(alerts).toEqual([])
})

test('a spool reports the free space, and creates folders that only their owner can access', async () => {
  const { open, folder } = await createSpoolFixture()
  const store = await open()
  expect(await store.free()).toBeGreaterThan(0)
  for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
})

test('a target name that cannot be part of a file name is refused', async () => {
  const { open } = await createSpoolFixture()
  await expect(open({ targets: ['../x'] })).rejects.toThrow("Invalid target name '../x'")
})

test('a spool works even if its path is too long for a Unix socket', async () => {
  const { folder } = await createSpoolFixture()
  const long = path.join(folder, 'x'.repeat(120))
  const { open, clock } = await createSpoolFixture({ folder: long })
  const store = await open()
  await commitOne(store, clock.now())
  await expect(open()).rejects.toThrow('in use by another relay')
  await writeFile(path.join(long, 'untouched'), '')
})
