import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createAttachmentLinks } from '../../relay/targets/attachment-links.ts'
import { SECRET } from './hook-receiver.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'

const DAY = 24 * 60 * 60 * 1000

async function createFixture(publicUrl: string | undefined = 'https://relay.example/') {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  const id = await commitOne(store, clock.now(), {}, [Buffer.from('one'), Buffer.from('two')])
  const create = () => createAttachmentLinks({ publicUrl, secret: SECRET, store, clock })
  const links = create()
  const entry = await store.read(id)
  const [first] = entry?.envelope.attachments ?? []
  if (!first) throw new Error('no attachment')
  const url = new URL(links.linkTo(id, first) ?? 'about:blank')
  const link = {
    id,
    file: '0.bin',
    until: url.searchParams.get('until') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  }
  return { links, link, url, clock, store, first, create }
}

test('an attachment link expires after five complete downloads, even if the relay restarts between them', async () => {
  const { links, link, url, create } = await createFixture()
  expect(url.href).toMatch(new RegExp(`^https://relay\\.example/attachments/${link.id}/0\\.bin\\?`))
  const broken = await links.open(link)
  expect(broken?.attachment.name).toBe('Resume.pdf')
  const opened = await links.open(link)
  const content = await opened?.open()
  expect(content && (await text(content))).toBe('one')
  for (let count = 0; count < 5; count++) {
    expect(await create().open(link)).toBeDefined()
    await opened?.used(1)
  }
  expect(await links.open(link)).toBeUndefined()
  expect(await create().open(link)).toBeUndefined()
})

test('an attachment link is rejected if it was modified or has expired', async () => {
  const { links, link, clock } = await createFixture()
  expect(await links.open({ ...link, file: '1.bin' })).toBeUndefined()
  expect(await links.open({ ...link, until: String(Number(link.until) + 1) })).toBeUndefined()
  expect(await links.open({ ...link, signature: '0'.repeat(64) })).toBeUndefined()
  expect(await links.open({ ...link, signature: '' })).toBeUndefined()
  expect(await links.open({ ...link, file: '../envelope.json' })).toBeUndefined()
  clock.advance(8 * DAY)
  expect(await links.open(link)).toBeUndefined()
})

test('no attachment links are created without a public URL', async () => {
  const { open, clock } = await createSpoolFixture()
  const store = await open()
  const links = createAttachmentLinks({ publicUrl: undefined, secret: SECRET, store, clock })
  const attachment = { field: 'a', name: 'a', file: '0.bin', type: 'a/b', size: 1, sha256: '' }
  expect(links.linkTo('x', attachment)).toBeUndefined()
})
