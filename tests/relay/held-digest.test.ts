import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportCommand } from '../../relay/commands/export.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { createSpamDigest, SPAM_DIGEST_FORM_TYPE } from '../../relay/monitoring/digests.ts'
import { sendRelayRequest } from '../../relay/spool/relay-socket.ts'
import { collect } from './collect.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { SUBMIT } from './http-fixture.ts'
import { CONTACT, type MailRelayOptions, startMailRelay } from './mail-relay.ts'
import { commitOne, createSpoolFixture, temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Starts a relay and waits until its first digest check has ended. */
async function start(options: MailRelayOptions = {}) {
  const relay = await startMailRelay(options)
  const { clock, mails, post, config } = relay
  const checked = () => until('the check to end', () => clock.pending().filter((pause) => pause === HOUR).length === 2)
  await checked()
  return {
    ...relay,
    hold: (more: Record<string, unknown> = {}) => post({ _subject: 'Buy', ...more }),
    /** Advances the clock by a number of days and waits for the digest check. */
    async passDays(days: number) {
      clock.advance(days * DAY - HOUR)
      await checked()
      clock.advance(HOUR)
      await checked()
    },
    digests: () => mails.filter(({ mail }) => mail.subject?.endsWith('held back as spam')),
    listed: async () =>
      (await collect(listCommand.run(config, { place: 'all' }))).data.filter(
        ({ formType }) => formType === SPAM_DIGEST_FORM_TYPE,
      ),
  }
}

test('the daily spam digest lists the forms, reasons and ids of new spam, but no visitor input', async () => {
  const { hold, post, passDays, digests, at, alerts } = await start()
  const ids = [
    await hold(),
    await hold({ message: '[url]x[/url]' }),
    await hold({ formType: 'get-started', brandName: 'Zebra', sellsOn: 'amazon', mainGoals: 'Zebras' }),
  ]
  await at(await post({ message: 'Good one' }))
  expect(digests()).toEqual([])
  await passDays(1)
  const [digest] = await until('the digest', () => (digests().length === 1 ? digests() : undefined))
  expect(digest?.to).toEqual(['team@northshelf.example'])
  expect(digest?.mail.subject).toBe('3 held back as spam')
  const text = digest?.mail.text?.replaceAll('\r\n', '\n')
  const expected = [
    'get-started: 1 (trap 1)',
    'contact: 2 (trap 2, markup 1)',
    ...ids,
    'To deliver: relay release <number>',
  ]
  expect(text?.split('\n')).toEqual(expect.arrayContaining([...expected, 'Deleted after: 30 days']))
  expect(digest?.mail.replyTo).toBeUndefined()
  expect(digest?.raw.toString()).not.toMatch(/Zeb|Xylophones|ada@/)
  // The alert is logged immediately.
  expect(alerts()).toEqual(['held'])
})

test('a spam digest lists only new spam, and is not sent if there is none', async () => {
  const { hold, passDays, listed } = await start()
  await hold()
  await passDays(1)
  expect(await listed()).toHaveLength(1)
  await passDays(1)
  await passDays(3)
  expect(await listed()).toHaveLength(1)
  await hold()
  await passDays(1)
  expect(await listed()).toHaveLength(2)
})

test('a relay that restarts after several days reports only spam that it has not reported before', async () => {
  const first = await start()
  await first.hold()
  await first.passDays(1)
  await until('the digest was sent', async () => (await first.listed())[0]?.place === 'done')
  const unreported = await first.hold()
  await first.close()
  const { clock, folder } = first
  clock.advance(4 * DAY)
  const second = await start({ clock, folder })
  const [, digest] = await second.listed()
  const text = await until('the digest', () => second.digests()[0]?.mail.text)
  expect(text).toContain('contact: 1 (trap 1)')
  expect(text).toContain(unreported)
  await second.at(digest?.id ?? '')
  await second.close()
  clock.advance(DAY)
  const third = await start({ clock, folder })
  expect(await third.listed()).toHaveLength(2)
})

test('the spam digest omits spam that has been released', async () => {
  const { hold, passDays, at, listed, folder } = await start()
  const id = await hold()
  await sendRelayRequest(folder, { do: 'release', id })
  await at(id)
  await passDays(1)
  expect(await listed()).toEqual([])
})

test('a spam digest that the mail server defers is retried, even if the relay restarts', async () => {
  const refused = Object.assign(new Error('later'), { responseCode: 450 })
  const first = await start({ server: { onMailFrom: (_address, _session, done) => done(refused) } })
  await first.hold()
  await first.passDays(1)
  const tries = async () => (await first.listed())[0]?.deliveries[0]?.tries ?? 0
  await until('the first attempt has ended', async () => (await tries()) > 0)
  await first.close()
  const { clock, folder } = first
  clock.advance(HOUR)
  const second = await start({ clock, folder })
  await until('the digest', () => second.digests().length === 1)
  expect(await second.listed()).toHaveLength(1)
})

test('the spam digest is sent to mail and file targets that accept a listed form, but not to webhooks', async () => {
  const hook = await createHookReceiver()
  const outbox = await temporaryFolder()
  const { hold, passDays, listed, digests } = await start({
    env: {
      RELAY_TARGETS: 'hook=webhook people=smtp:job-application leads=smtp:contact out=file',
      ...{ WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true', RELAY_OUTBOX: outbox },
    },
  })
  await hold()
  await passDays(1)
  await until('the digest is done', async () => (await listed())[0]?.place === 'done')
  const [digest] = await listed()
  expect(digest?.deliveries.map(({ target }) => target)).toEqual(['leads', 'out'])
  expect(digests()).toHaveLength(1)
  expect((await readdir(outbox)).sort()).toEqual([`${digest?.id}.eml`, `${digest?.id}.json`])
  expect(JSON.parse(await readFile(path.join(outbox, `${digest?.id}.json`), 'utf8')).formType).toBe(
    SPAM_DIGEST_FORM_TYPE,
  )
  expect(hook.calls).toEqual([])
})

test('relay export omits spam digests unless they are requested', async () => {
  const { hold, passDays, listed, config, forms } = await start()
  await hold()
  await passDays(1)
  const [digest] = await listed()
  const { data } = await collect(exportCommand.run(config, { forms }))
  expect(data).toEqual([])
  for (const query of [{ form: SPAM_DIGEST_FORM_TYPE }, { ids: [digest?.id ?? ''] }])
    expect((await collect(exportCommand.run(config, { forms, ...query }))).data).toMatchObject([{ id: digest?.id }])
})

test('no spam digest is created if all targets are webhooks', async () => {
  const env = { RELAY_TARGETS: 'webhook', WEBHOOK_URL: 'https://hook.example', WEBHOOK_SECRET: SECRET }
  const { hold, passDays, listed, alerts } = await start({ env })
  await hold()
  await passDays(1)
  expect(await listed()).toEqual([])
  expect(alerts()).toEqual(['held'])
})

test('relays that share a store write only one spam digest, which lists the 100 newest ids', async () => {
  const { clock, open } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  await commitOne(store, clock.now(), { spam: ['trap'] })
  clock.advance(1)
  for (let at = 0; at < 104; at++) await commitOne(store, clock.now(), { spam: ['markup'] })
  clock.advance(DAY)
  const { config } = await startMailRelay()
  const digests = [1, 2, 3].map(() => createSpamDigest({ config, store, clock, onAlert: () => {} }))
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

test('a submission is rejected if its idempotency key is reserved for spam digests', async () => {
  const { address, clock } = await start()
  for (const day of ['2026-01-05', '2026-01-05T00:00:00.000Z', new Date(clock.now()).toISOString()]) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `digest ${day}` }
    const answer = await fetch(address + SUBMIT, { method: 'POST', body: JSON.stringify(CONTACT), headers })
    expect(answer.status).toBe(400)
  }
})
