import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { delivered, listAll, readAttachment, settle, take, takeAll } from './claims.ts'
import { commitOne, createSpoolFixture, envelopeOf } from './spool-fixture.ts'
import { until } from './until.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('a committed submission is read back exactly, with its files', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  const bytes = Buffer.alloc(300_000, 'résumé')
  const draft = await store.draft()
  const written = await draft.write(Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]))
  expect(written).toEqual({
    file: '0.bin',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const envelope = envelopeOf(draft, clock.now(), {
    values: JSON.parse('{"name":"\\u0000 ‮ \\ud800 名前 🧡","__proto__":"x","list":["a","b"],"amount":5}'),
    attachments: [{ field: 'resume', name: 'a.pdf', type: 'application/pdf', ...written }],
    idempotency: { key: 'k', payload: 'p' },
  })
  await draft.commit(envelope)
  const entry = await store.read(draft.id)
  expect(JSON.stringify(entry?.envelope)).toBe(JSON.stringify(envelope))
  expect(entry?.place).toBe('queue')
  expect(entry?.deliveries.map(({ target, status, tries }) => [target, status, tries])).toEqual([
    ['mail', 'waiting', 0],
    ['hook', 'waiting', 0],
  ])
  expect(await readAttachment(store, draft.id)).toEqual(bytes)
})

test('nothing counts before the commit, and a discarded draft leaves nothing behind', async () => {
  const { open, names } = await createSpoolFixture()
  const store = await open()
  const draft = await store.draft()
  await draft.write(Readable.from(['half']))
  expect(await listAll(store)).toEqual([])
  expect(await store.nextDue(['mail', 'hook'])).toBeUndefined()
  await draft.discard()
  await draft.discard()
  expect(await names('tmp')).toEqual([])
})

test('a source that breaks off rejects the write, and the draft can be discarded', async () => {
  const { open, names } = await createSpoolFixture()
  const store = await open()
  const draft = await store.draft()
  const broken = new Readable({ read() {} })
  broken.push('some bytes')
  const write = draft.write(broken)
  broken.destroy(new Error('the client went away'))
  await expect(write).rejects.toThrow('the client went away')
  await draft.discard()
  expect(await names('tmp')).toEqual([])
})

test('a commit that fails on the disk leaves neither an entry nor a leftover', async () => {
  const { open, clock, folder, names } = await createSpoolFixture()
  const store = await open()
  const draft = await store.draft()
  // The name that the entry would get is taken by a folder with something in it: the rename fails.
  await mkdir(path.join(folder, 'queue', draft.id, 'in the way'), { recursive: true })
  await expect(draft.commit(envelopeOf(draft, clock.now()))).rejects.toThrow()
  expect(await names('tmp')).toEqual([])
  expect(await names('queue')).toEqual([])
  expect(await store.nextDue(['mail', 'hook'])).toBeUndefined()
})

test('an envelope that names a file which was not written is refused', async () => {
  const { open, clock, names } = await createSpoolFixture()
  const store = await open()
  const draft = await store.draft()
  const attachments = [{ field: 'resume', name: 'a', file: '0.bin', type: 'x/y', size: 1, sha256: 'no' }]
  await expect(draft.commit(envelopeOf(draft, clock.now(), { attachments }))).rejects.toThrow('0.bin')
  await draft.discard()
  expect(await names('tmp')).toEqual([])
})

test('a claim is taken once, marked as sending before it is given out, and ends in done when all targets have it', async () => {
  const { open, clock, folder } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now())
  const first = await take(store)
  const second = await take(store)
  expect([first?.state.target, second?.state.target].sort()).toEqual(['hook', 'mail'])
  expect(await take(store)).toBeUndefined()
  const onDisk = JSON.parse(await readFile(path.join(folder, 'queue', id, 'state.mail.json'), 'utf8'))
  expect(onDisk).toMatchObject({ status: 'sending', tries: 1 })

  await Promise.all([settle(store, id, 'mail', delivered), settle(store, id, 'hook', delivered)])
  const entry = await store.read(id)
  expect(entry?.place).toBe('done')
  expect(entry?.location).toBe(path.join(folder, 'done', '2026-01-05', id))
  expect(entry?.deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered'])
})

test('a busy target is passed over and does not hide what is due for another', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  for (let count = 0; count < 3; count++) await commitOne(store, clock.now())
  expect(await store.nextDue(['hook'])).toBe(0)
  const claims = await store.claim(new Map([['hook', 5]]))
  expect(claims.map(({ state }) => state.target)).toEqual(['hook', 'hook', 'hook'])
  expect(await store.claim(new Map([['hook', 5]]))).toEqual([])
  expect(await store.nextDue(['hook'])).toBeUndefined()
})

test('a delivery that is put off is not claimed before its time', async () => {
  const { open, clock } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await take(store)
  await settle(store, id, 'mail', { status: 'waiting', pause: MINUTE, detail: '451' })
  expect(await store.nextDue(['mail'])).toBe(MINUTE)
  clock.advance(MINUTE - 1)
  expect(await take(store)).toBeUndefined()
  clock.advance(1)
  expect((await take(store))?.state.tries).toBe(2)
})

test('an entry with one dead delivery goes to dead only when no other is open, and is retried from the start', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  let noticed = 0
  store.watch(() => noticed++)
  const id = await commitOne(store, clock.now())
  await take(store)
  await take(store)
  await settle(store, id, 'hook', { status: 'dead', detail: '410' })
  expect((await store.read(id))?.place).toBe('queue')
  await settle(store, id, 'mail', delivered)
  expect((await store.read(id))?.place).toBe('dead')

  await expect(store.retry(id, 'mail')).rejects.toThrow('no dead or waiting delivery to mail')
  await store.retry(id)
  expect(noticed).toBe(2)
  const claimed = await take(store)
  expect(claimed?.state).toMatchObject({ target: 'hook', tries: 1 })
  expect(await take(store)).toBeUndefined()
  await settle(store, id, 'hook', delivered)
  expect((await store.read(id))?.place).toBe('done')
})

test('spam is kept apart, is not delivered, and is delivered once it is released', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now(), { spam: ['trap filled in'] })
  expect((await store.read(id))?.place).toBe('spam')
  expect(await take(store)).toBeUndefined()
  await store.release(id)
  expect((await store.read(id))?.place).toBe('queue')
  expect((await take(store))?.envelope.id).toBe(id)
  await expect(store.release(id)).rejects.toThrow('only what is in spam')
})

test('what is dropped is gone, even while it is being sent', async () => {
  const { open, clock, names } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now())
  await take(store)
  await store.drop(id)
  await settle(store, id, 'mail', { status: 'waiting', pause: 0, detail: 'late' })
  expect(await take(store)).toBeUndefined()
  expect(await store.read(id)).toBeUndefined()
  expect([...(await names('queue')), ...(await names('tmp'))]).toEqual([])
  await expect(store.drop(id)).rejects.toThrow('There is no submission')
  await expect(store.drop('../../etc')).rejects.toThrow('There is no submission')
})

test('a key is recognised for a day, also after a restart', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  const receivedAt = new Date(clock.now()).toISOString()
  const queued = await commitOne(store, clock.now(), { idempotency: { key: 'a', payload: '1' } })
  const spam = await commitOne(store, clock.now(), { spam: ['links'], idempotency: { key: 'b', payload: '2' } })
  const done = await commitOne(store, clock.now(), { targets: ['mail'], idempotency: { key: 'c', payload: '3' } })
  for (const claimed of await takeAll(store))
    if (claimed.envelope.id === done) await settle(store, done, 'mail', delivered)
  await store.close()

  const again = await open()
  const repeat = async (key: string, counts?: number) => {
    const draft = await again.draft()
    const known = await draft.commit(envelopeOf(draft, clock.now(), { idempotency: { key, payload: 'x' } }), counts)
    await draft.discard()
    return known
  }
  expect(await repeat('a')).toEqual({ id: queued, payload: '1', receivedAt })
  expect(await repeat('b')).toEqual({ id: spam, payload: '2', receivedAt })
  expect(await repeat('c')).toEqual({ id: done, payload: '3', receivedAt })
  clock.advance(MINUTE)
  expect(await repeat('a', 2 * MINUTE)).toMatchObject({ id: queued })
  expect(await repeat('a', MINUTE)).toBeUndefined()
  clock.advance(DAY)
  expect(await repeat('b')).toBeUndefined()
  expect(await again.count('queue')).toBe(3)
})

test('delivered entries and spam are removed after their days, dead ones never', async () => {
  const { open, clock, names } = await createSpoolFixture({
    targets: ['mail'],
    retention: { doneDays: 2, spamDays: 3 },
  })
  const store = await open()
  const done = await commitOne(store, clock.now(), { targets: ['mail'] })
  await take(store)
  await settle(store, done, 'mail', delivered)
  const dead = await commitOne(store, clock.now(), { targets: ['mail'] })
  await take(store)
  await settle(store, dead, 'mail', { status: 'dead', detail: '550' })
  const spam = await commitOne(store, clock.now(), { spam: ['links'] })
  await store.close()

  clock.advance(2 * DAY)
  const second = await open()
  expect((await listAll(second)).map(({ envelope }) => envelope.id)).toEqual([done, dead, spam].sort())
  await second.close()
  clock.advance(1 * DAY)
  const third = await open()
  expect((await listAll(third)).map(({ envelope }) => envelope.id)).toEqual([dead, spam].sort())
  await third.close()
  clock.advance(1 * DAY)
  expect((await listAll(await open())).map(({ envelope }) => envelope.id)).toEqual([dead])
  expect(await names('tmp')).toEqual([])
})

test('spam that is released in the moment in which it would be removed is delivered, and the rest is removed', async () => {
  const { open, clock, alerts, names } = await createSpoolFixture({ retention: { doneDays: 1, spamDays: 1 } })
  const store = await open()
  const released = await commitOne(store, clock.now(), { spam: ['links'] })
  await commitOne(store, clock.now(), { spam: ['links'] })
  clock.advance(DAY)
  await until('the next sweep', () => clock.pending().includes(60 * MINUTE))
  const release = store.release(released)
  clock.advance(60 * MINUTE)
  await release
  await until('the other is removed', async () => (await names('spam')).length === 0)
  expect((await store.read(released))?.place).toBe('queue')
  expect(alerts).toEqual([])
})

test('the free space of the file system is known, and folders are for their owner only', async () => {
  const { open, folder } = await createSpoolFixture()
  const store = await open()
  expect(await store.free()).toBeGreaterThan(0)
  for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
})

test('a target whose name cannot be a file name is refused', async () => {
  const { open } = await createSpoolFixture()
  await expect(open({ targets: ['../x'] })).rejects.toThrow("cannot be named '../x'")
})

test('a path that is too long for a socket works all the same', async () => {
  const { folder } = await createSpoolFixture()
  const long = path.join(folder, 'x'.repeat(120))
  const { open, clock } = await createSpoolFixture({ folder: long })
  const store = await open()
  await commitOne(store, clock.now())
  await expect(open()).rejects.toThrow('in use by another relay')
  await writeFile(path.join(long, 'untouched'), '')
})
