import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
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
  const claimed = [await store.claim(clock.now()), await store.claim(clock.now())]
  expect(claimed.map((one) => one?.entry.envelope.id)).toEqual([waiting, waiting])
  await store.ack(waiting, 'mail', 'ok')
  await store.claim(clock.now())
  await store.close()

  const again = await open()
  const taken: string[] = []
  for (let one = await again.claim(clock.now()); one; one = await again.claim(clock.now()))
    taken.push(`${one.entry.envelope.id === waiting ? 'waiting' : 'started'} ${one.target}`)
  expect(taken.sort()).toEqual(['started hook', 'started mail', 'waiting hook'])
  const entry = await again.read(waiting)
  const hook = entry?.deliveries.find(({ target }) => target === 'hook')
  expect(hook).toMatchObject({ status: 'sending', tries: 2 })
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
  expect(again.nextDue()).toBeUndefined()
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
    const [corrupt] = await again.list('corrupt')
    expect(corrupt).toMatchObject({ envelope: { id: bad }, problem: expect.stringMatching(reason) })
    expect((await again.claim(clock.now()))?.entry.envelope.id).toBe(good)
    expect((await again.claim(clock.now()))?.entry.envelope.id).toBe(good)
    expect(await again.claim(clock.now())).toBeUndefined()
  },
)

test.each(damages)('%s that appears while the relay runs is never handed to a target', async (_, damage, reason) => {
  const { open, clock, folder, alerts } = await createSpoolFixture()
  const store = await open()
  const bad = await commitOne(store, clock.now(), {}, [Buffer.from('aaaa')])
  const good = await commitOne(store, clock.now(), {}, [Buffer.from('aaaa')])
  await damage(path.join(folder, 'queue', bad))
  expect((await store.claim(clock.now()))?.entry.envelope.id).toBe(good)
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
  expect((await again.claim(clock.now()))?.entry.envelope.id).toBe(id)
})

test('what waits for a target that is not set up any more stays, with an alert', async () => {
  const { open, clock, alerts } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now())
  await store.close()
  const again = await open({ targets: ['mail'] })
  expect(alerts).toMatchObject([{ kind: 'target-missing', id, target: 'hook' }])
  expect((await again.claim(clock.now()))?.target).toBe('mail')
  await again.ack(id, 'mail', 'ok')
  expect((await again.read(id))?.place).toBe('queue')
  await again.close()
  expect((await (await open()).claim(clock.now()))?.target).toBe('hook')
})

async function change(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}
