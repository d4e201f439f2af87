import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { delivered, listAll, settle, take, takeAll } from './claims.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'

test('leftovers in tmp are swept at start', async () => {
  const { open, folder, names } = await createSpoolFixture()
  await (await open()).close()
  await mkdir(path.join(folder, 'tmp', 'half'), { recursive: true })
  await writeFile(path.join(folder, 'tmp', 'half', '0.bin'), 'half a file')
  await open()
  expect(await names('tmp')).toEqual([])
})

test('a backlog goes on after a restart: what was delivered is not sent again, what was interrupted is', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  const waiting = await commitOne(store, clock.now())
  clock.advance(1)
  const started = await commitOne(store, clock.now())
  const claimed = [await take(store), await take(store, ['hook']), await take(store)]
  expect(claimed.map((one) => one?.envelope.id)).toEqual([waiting, waiting, started])
  await settle(store, waiting, 'mail', delivered)
  await store.close()

  const again = await open()
  const taken: string[] = []
  for (const one of await takeAll(again))
    taken.push(`${one.envelope.id === waiting ? 'waiting' : 'started'} ${one.state.target}`)
  expect(taken.sort()).toEqual(['started hook', 'started mail', 'waiting hook'])
  const entry = await again.read(waiting)
  const hook = entry?.deliveries.find(({ target }) => target === 'hook')
  // The other side did not refuse it: what was interrupted was no try.
  expect(hook).toMatchObject({ status: 'sending', tries: 1 })
  expect(hook?.history.map(({ kind }) => kind)).toEqual(['interrupted'])
  expect(started).not.toBe(waiting)
})

test('an entry whose deliveries had all ended before the crash is moved at start', async () => {
  const { open, clock, folder } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await store.close()
  const state = { target: 'mail', status: 'delivered', tries: 1, nextAt: 0, history: [] }
  await writeFile(path.join(folder, 'queue', id, 'state.mail.json'), JSON.stringify(state))
  const again = await open()
  expect((await again.read(id))?.place).toBe('done')
  expect(await again.nextDue(['mail', 'hook'])).toBeUndefined()
})

const damages: [string, (folder: string) => Promise<unknown>, RegExp][] = [
  ['a changed envelope', (folder) => change(path.join(folder, 'envelope.json'), 'Ada', 'Bob'), /checksum/],
  ['a cut envelope', (folder) => writeFile(path.join(folder, 'envelope.json'), '{"sha256":"'), /checksum/],
  ['a missing envelope', (folder) => rm(path.join(folder, 'envelope.json')), /missing/],
  ['a changed attachment', (folder) => change(path.join(folder, '0.bin'), 'a', 'b'), /checksum/],
  ['a longer attachment', (folder) => appendFile(path.join(folder, '0.bin'), 'x'), /bytes instead of/],
  ['a missing attachment', (folder) => rm(path.join(folder, '0.bin')), /missing/],
]

test.each(damages)(
  '%s goes to corrupt at start with an alert, and the rest is delivered',
  async (_, damage, reason) => {
    const { open, clock, folder, alerts } = await createSpoolFixture()
    const store = await open()
    const bad = await commitOne(store, clock.now(), {}, [Buffer.from('aaaa')])
    const good = await commitOne(store, clock.now(), {}, [Buffer.from('aaaa')])
    await store.close()
    await damage(path.join(folder, 'queue', bad))

    const again = await open()
    expect(alerts).toEqual([{ kind: 'corrupt', id: bad, detail: expect.stringMatching(reason) }])
    const [corrupt] = await listAll(again, 'corrupt')
    expect(corrupt).toMatchObject({ envelope: { id: bad }, problem: expect.stringMatching(reason) })
    expect((await take(again))?.envelope.id).toBe(good)
    expect((await take(again))?.envelope.id).toBe(good)
    expect(await take(again)).toBeUndefined()
  },
)

test.each(damages)('%s that appears while the relay runs is never handed to a target', async (_, damage, reason) => {
  const { open, clock, folder, alerts } = await createSpoolFixture()
  const store = await open()
  const bad = await commitOne(store, clock.now(), {}, [Buffer.from('aaaa')])
  const good = await commitOne(store, clock.now(), {}, [Buffer.from('aaaa')])
  await damage(path.join(folder, 'queue', bad))
  expect((await take(store))?.envelope.id).toBe(good)
  expect(alerts).toEqual([{ kind: 'corrupt', id: bad, detail: expect.stringMatching(reason) }])
})

test('a verification puts damaged entries of every place aside', async () => {
  const { open, clock, folder } = await createSpoolFixture()
  const store = await open()
  const spam = await commitOne(store, clock.now(), { spam: ['links'] })
  await commitOne(store, clock.now())
  await change(path.join(folder, 'spam', spam, 'envelope.json'), 'Ada', 'Bob')
  expect(await store.verify()).toEqual({ checked: 2, corrupt: [spam] })
  expect((await store.read(spam))?.place).toBe('corrupt')
})

test('a delivery state that cannot be read is sent again, with an alert', async () => {
  const { open, clock, folder, alerts } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await store.close()
  await writeFile(path.join(folder, 'queue', id, 'state.mail.json'), '')
  const again = await open()
  expect(alerts).toMatchObject([{ kind: 'state-lost', id, target: 'mail' }])
  expect((await take(again))?.envelope.id).toBe(id)
})

test('what waits for a target that is not set up any more stays, with an alert', async () => {
  const { open, clock, alerts } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now())
  await store.close()
  const again = await open({ targets: ['mail'] })
  expect(alerts).toMatchObject([{ kind: 'target-missing', id, target: 'hook' }])
  expect((await take(again))?.state.target).toBe('mail')
  await settle(again, id, 'mail', delivered)
  expect((await again.read(id))?.place).toBe('queue')
  await again.close()
  expect((await take(await open()))?.state.target).toBe('hook')
})

test('a relay that ends during a delivery tries it again with growing pauses, and gives it up after the fifth time', async () => {
  const { open, clock, alerts } = await createSpoolFixture()
  let store = await open({ targets: ['mail'] })
  const id = await commitOne(store, clock.now(), { targets: ['mail', 'hook'] })
  const waits: number[] = []
  for (let count = 0; count < 5; count++) {
    waits.push((await store.nextDue(['mail'])) ?? 0)
    clock.advance(waits.at(-1) ?? 0)
    expect((await take(store))?.state).toMatchObject({ status: 'sending', tries: 1 })
    // As after a kill: nothing was noted.
    await store.close()
    store = await open({ targets: ['mail'] })
  }
  expect(waits.slice(0, 2)).toEqual([0, 0])
  for (const [at, minutes] of [0.5, 2, 10].entries()) {
    expect(waits[at + 2]).toBeGreaterThanOrEqual((minutes * 60_000) / 2)
    expect(waits[at + 2]).toBeLessThanOrEqual(minutes * 60_000 * 1.5)
  }
  expect(alerts.filter(({ kind }) => kind !== 'target-missing')).toMatchObject([
    { kind: 'interrupted', id, target: 'mail' },
  ])
  expect(await take(store)).toBeUndefined()
  await store.close()

  // The other delivery goes on, and an operator may have it tried again.
  const again = await open()
  expect((await take(again))?.state.target).toBe('hook')
  await settle(again, id, 'hook', delivered)
  expect(await again.read(id)).toMatchObject({ place: 'dead', deliveries: [{ status: 'dead', tries: 0 }, {}] })
  await again.retry(id)
  await take(again)
  await again.close()
  expect(await (await open()).nextDue(['mail'])).toBe(0)
})

test('interruptions are counted anew after every answer', async () => {
  const { open, clock } = await createSpoolFixture({ targets: ['mail'] })
  let store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  for (let count = 0; count < 10; count++) {
    clock.advance((await store.nextDue(['mail'])) ?? 0)
    await take(store)
    if (count % 3 === 2) await settle(store, id, 'mail', { status: 'waiting', pause: 0, detail: 'HTTP 500' })
    else {
      await store.close()
      store = await open()
    }
  }
  expect((await store.read(id))?.deliveries).toMatchObject([{ status: 'waiting', tries: 3, interruptions: 1 }])
})

test('what a newer relay wrote waits untouched for it, with an alert, and the rest is delivered', async () => {
  const { open, clock, folder, alerts } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const newer = await commitOne(store, clock.now(), { targets: ['mail'] })
  const known = await commitOne(store, clock.now(), { targets: ['mail'] })
  await store.close()
  const file = path.join(folder, 'queue', newer, 'envelope.json')
  const before = await readFile(file, 'utf8')
  const text = before.slice(before.indexOf('"envelope":') + 11, -2).replace('"version":1', '"version":2')
  const sha256 = createHash('sha256').update(text).digest('hex')
  await writeFile(file, `{"sha256":"${sha256}","envelope":${text}}\n`)

  const again = await open()
  expect(alerts).toMatchObject([{ kind: 'newer', id: newer, detail: expect.stringContaining('version 2') }])
  expect((await take(again))?.envelope.id).toBe(known)
  expect(await again.verify()).toEqual({ checked: 2, corrupt: [] })
  expect(alerts.map(({ kind }) => kind)).toEqual(['newer', 'newer'])
  expect(await again.nextDue(['mail', 'hook'])).toBeUndefined()
  await expect(again.retry(newer)).rejects.toThrow('version 2')
  await again.close()
  // The newer relay is there again.
  await writeFile(file, before)
  const last = await open()
  expect((await take(last))?.envelope.id).toBe(newer)
})

async function change(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}
