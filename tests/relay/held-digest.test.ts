import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportSubmissions } from '../../relay/commands/export.ts'
import { list } from '../../relay/commands/list.ts'
import { createHeldDigest, HELD_DIGEST } from '../../relay/monitoring/digests.ts'
import { askRelay } from '../../relay/spool/relay-socket.ts'
import { collect } from './collect.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { SUBMIT } from './http-fixture.ts'
import { CONTACT, type MailRelayOptions, startMailRelay } from './mail-relay.ts'
import { commitOne, createSpoolFixture, temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** A relay whose looks at what is held a test can wait for. */
async function start(options: MailRelayOptions = {}) {
  const relay = await startMailRelay(options)
  const { clock, mails, post, config } = relay
  const looked = () => until('it looked', () => clock.pending().filter((pause) => pause === HOUR).length === 2)
  await looked()
  return {
    ...relay,
    hold: (more: Record<string, unknown> = {}) => post({ _subject: 'Buy', ...more }),
    /** Some days later, when it has looked again. */
    async pass(days: number) {
      clock.advance(days * DAY - HOUR)
      await looked()
      clock.advance(HOUR)
      await looked()
    },
    digests: () => mails.filter(({ mail }) => mail.subject?.endsWith('held back as spam')),
    listed: async () =>
      (await collect(list.run(config, { place: 'all' }))).data.filter(({ formType }) => formType === HELD_DIGEST),
  }
}

test('what was held back on a day is told on the next: forms, reasons and numbers, and nothing that was typed', async () => {
  const { hold, post, pass, digests, at, alerts } = await start()
  const ids = [
    await hold(),
    await hold({ message: '[url]x[/url]' }),
    await hold({ formType: 'get-started', brandName: 'Zebra', sellsOn: 'amazon', mainGoals: 'Zebras' }),
  ]
  await at(await post({ message: 'Good one' }))
  expect(digests()).toEqual([])
  await pass(1)
  const [digest] = await until('the digest', () => (digests().length === 1 ? digests() : undefined))
  expect(digest?.to).toEqual(['team@northshelf.example'])
  expect(digest?.mail.subject).toBe('3 held back as spam')
  const text = digest?.mail.text?.replaceAll('\r\n', '\n')
  const told = [
    'get-started: 1 (trap 1)',
    'contact: 2 (trap 2, markup 1)',
    ...ids,
    'To deliver: relay release <number>',
  ]
  expect(text?.split('\n')).toEqual(expect.arrayContaining([...told, 'Deleted after: 30 days']))
  expect(digest?.mail.replyTo).toBeUndefined()
  expect(digest?.raw.toString()).not.toMatch(/Zeb|Xylophones|ada@/)
  // The log tells of it at once.
  expect(alerts()).toEqual(['held'])
})

test('nothing is told twice, and nothing where nothing is new', async () => {
  const { hold, pass, listed } = await start()
  await hold()
  await pass(1)
  expect(await listed()).toHaveLength(1)
  await pass(1)
  await pass(3)
  expect(await listed()).toHaveLength(1)
  await hold()
  await pass(1)
  expect(await listed()).toHaveLength(2)
})

test('a relay that starts again tells what none told, also after days, and nothing else', async () => {
  const first = await start()
  await first.hold()
  await first.pass(1)
  await until('it was told', async () => (await first.listed())[0]?.place === 'done')
  const untold = await first.hold()
  await first.close()
  const { clock, folder } = first
  clock.advance(4 * DAY)
  const second = await start({ clock, folder })
  const [, digest] = await second.listed()
  const text = await until('the digest', () => second.digests()[0]?.mail.text)
  expect(text).toContain('contact: 1 (trap 1)')
  expect(text).toContain(untold)
  await second.at(digest?.id ?? '')
  await second.close()
  clock.advance(DAY)
  const third = await start({ clock, folder })
  expect(await third.listed()).toHaveLength(2)
})

test('what was released meanwhile is no more to be told', async () => {
  const { hold, pass, at, listed, folder } = await start()
  const id = await hold()
  await askRelay(folder, { do: 'release', id })
  await at(id)
  await pass(1)
  expect(await listed()).toEqual([])
})

test('the digest waits for a mail server that is down, and does not get lost when the relay ends', async () => {
  const refused = Object.assign(new Error('later'), { responseCode: 450 })
  const first = await start({ server: { onMailFrom: (_address, _session, done) => done(refused) } })
  await first.hold()
  await first.pass(1)
  const tries = async () => (await first.listed())[0]?.deliveries[0]?.tries ?? 0
  await until('it was tried', async () => (await tries()) > 0)
  await first.close()
  const { clock, folder } = first
  clock.advance(HOUR)
  const second = await start({ clock, folder })
  await until('the digest', () => second.digests().length === 1)
  expect(await second.listed()).toHaveLength(1)
})

test('people get it, programs do not: mail and files, of those targets that take one of the forms', async () => {
  const hook = await createHookReceiver()
  const outbox = await temporaryFolder()
  const { hold, pass, listed, digests } = await start({
    env: {
      RELAY_TARGETS: 'hook=webhook people=smtp:job-application leads=smtp:contact out=file',
      ...{ WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true', RELAY_OUTBOX: outbox },
    },
  })
  await hold()
  await pass(1)
  await until('it is done', async () => (await listed())[0]?.place === 'done')
  const [digest] = await listed()
  expect(digest?.deliveries.map(({ target }) => target)).toEqual(['leads', 'out'])
  expect(digests()).toHaveLength(1)
  expect((await readdir(outbox)).sort()).toEqual([`${digest?.id}.eml`, `${digest?.id}.json`])
  expect(JSON.parse(await readFile(path.join(outbox, `${digest?.id}.json`), 'utf8')).formType).toBe(HELD_DIGEST)
  expect(hook.calls).toEqual([])
})

test('what visitors sent is exported without digests, unless they are asked for', async () => {
  const { hold, pass, listed, config, forms } = await start()
  await hold()
  await pass(1)
  const [digest] = await listed()
  const { data } = await collect(exportSubmissions.run(config, { forms }))
  expect(data).toEqual([])
  for (const asked of [{ form: HELD_DIGEST }, { ids: [digest?.id ?? ''] }])
    expect((await collect(exportSubmissions.run(config, { forms, ...asked }))).data).toMatchObject([{ id: digest?.id }])
})

test('where only programs get submissions there is no digest', async () => {
  const env = { RELAY_TARGETS: 'webhook', WEBHOOK_URL: 'https://hook.example', WEBHOOK_SECRET: SECRET }
  const { hold, pass, listed, alerts } = await start({ env })
  await hold()
  await pass(1)
  expect(await listed()).toEqual([])
  expect(alerts()).toEqual(['held'])
})

test('of several relays at one store one tells, and of a flood the newest numbers', async () => {
  const { clock, open } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  await commitOne(store, clock.now(), { spam: ['trap'] })
  clock.advance(1)
  for (let at = 0; at < 104; at++) await commitOne(store, clock.now(), { spam: ['markup'] })
  clock.advance(DAY)
  const { config } = await startMailRelay()
  const digests = [1, 2, 3].map(() => createHeldDigest({ config, store, clock, onAlert: () => {} }))
  for (const digest of digests) digest.start()
  await Promise.all(digests.map((digest) => digest.stop()))
  expect(await store.count('queue')).toBe(1)
  for await (const { entry } of store.list({ places: ['queue'] })) {
    expect(entry?.envelope.title).toBe('105 held back as spam')
    expect(entry?.envelope.values.forms).toBe('contact: 105 (markup 104, trap 1)')
    const numbers = String(entry?.envelope.values.numbers).split('\n')
    expect([numbers.length, numbers.at(-1)]).toEqual([101, 'and 5 more'])
  }
})

test('no sender can take the key of a digest', async () => {
  const { address, clock } = await start()
  for (const day of ['2026-01-05', '2026-01-05T00:00:00.000Z', new Date(clock.now()).toISOString()]) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `digest ${day}` }
    const answer = await fetch(address + SUBMIT, { method: 'POST', body: JSON.stringify(CONTACT), headers })
    expect(answer.status).toBe(400)
  }
})
