import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claimOne, listAll } from './claims.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'

test('leftover files in tmp are deleted on startup', async () => {
  const { open, folder, names } = await createSpoolFixture()
  await (await open()).close()
  await mkdir(path.join(folder, 'tmp', 'half'), { recursive: true })
  await writeFile(path.join(folder, 'tmp', 'half', '0.bin'), 'half a file')
  await open()
  expect(await names('tmp')).toEqual([])
})

test('an entry whose deliveries all ended before a crash is moved out of the queue on startup', async () => {
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
  ['a truncated envelope', (folder) => writeFile(path.join(folder, 'envelope.json'), '{"sha256":"'), /checksum/],
  ['a missing envelope', (folder) => rm(path.join(folder, 'envelope.json')), /missing/],
  ['a changed attachment', (folder) => change(path.join(folder, '0.bin'), 'a', 'b'), /checksum/],
  ['a longer attachment', (folder) => appendFile(path.join(folder, '0.bin'), 'x'), /bytes instead of/],
  ['a missing attachment', (folder) => rm(path.join(folder, '0.bin')), /missing/],
]

test.each(damages)(
  'an entry with %s is quarantined with an alert on startup, and other entries are delivered',
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
    expect((await claimOne(again))?.envelope.id).toBe(good)
    expect((await claimOne(again))?.envelope.id).toBe(good)
    expect(await claimOne(again)).toBeUndefined()
  },
)

test('a delivery with an unreadable state is sent again, with an alert', async () => {
  const { open, clock, folder, alerts } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  await store.close()
  await writeFile(path.join(folder, 'queue', id, 'state.mail.json'), '')
  const again = await open()
  expect(alerts).toMatchObject([{ kind: 'state-lost', id, target: 'mail' }])
  expect((await claimOne(again))?.envelope.id).toBe(id)
})

async function change(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}
