import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { list } from '../../relay/commands/list.ts'
import { createWeeklyReport, WEEKLY_REPORT } from '../../relay/monitoring/digests.ts'
import type { Listed } from '../../relay/store/store.ts'
import { take } from './claims.ts'
import { collect } from './collect.ts'
import { type MailRelayOptions, startMailRelay } from './mail-relay.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'
import { until } from './until.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const env = { RELAY_REPORT: 'weekly' }

/** A relay on a Monday at nine, whose looks a test can wait for. */
async function start(options: MailRelayOptions = {}) {
  const relay = await startMailRelay({ env, ...options })
  const { clock, config, mails } = relay
  // The sweep, the digest of each day and the report.
  const looked = () => until('it looked', () => clock.pending().filter((pause) => pause === HOUR).length === 3)
  await looked()
  return {
    ...relay,
    /** Some days later, when it has looked again. */
    async pass(days: number) {
      clock.advance(days * DAY - HOUR)
      await looked()
      clock.advance(HOUR)
      await looked()
    },
    reports: () => mails.filter(({ mail }) => mail.subject?.startsWith('This week')),
    listed: async () =>
      (await collect(list.run(config, { place: 'all' }))).data.filter(({ formType }) => formType === WEEKLY_REPORT),
  }
}

test('on Monday people are told of all that is held back and not delivered, and of nothing that was typed', async () => {
  const refused = Object.assign(new Error('no'), { responseCode: 554 })
  let refuse = true
  const onData: NonNullable<MailRelayOptions['server']>['onData'] = (stream, _session, done) =>
    void stream.resume().on('end', () => done(refuse ? refused : null))
  const { post, at, pass, listed, mails, close, clock, folder } = await start({ server: { onData } })
  const dead = await post()
  await at(dead, 'dead')
  refuse = false
  const held = await post({ _subject: 'Buy' })
  await pass(6)
  expect(await listed()).toEqual([])
  await close()
  const second = await start({ clock, folder })
  await second.pass(1)
  const [report] = await until('the report', () => (second.reports().length === 1 ? second.reports() : undefined))
  expect(report?.mail.subject).toBe('This week: 1 not delivered, 1 held back as spam')
  const lines = report?.mail.text?.replaceAll('\r\n', '\n').split('\n')
  expect(lines).toEqual(expect.arrayContaining(['Not delivered: mail: 1', `Not delivered numbers: ${dead}`]))
  expect(lines).toEqual(expect.arrayContaining(['Held back: contact: 1 (trap 1)', `Held back numbers: ${held}`]))
  expect(report?.raw.toString()).not.toMatch(/Zeb|Xylophones|ada@/)
  expect(mails).toEqual([])
  // Once, and again a week later as long as there is something to do.
  await second.pass(1)
  expect(await second.listed()).toHaveLength(1)
  await second.pass(6)
  expect(await second.listed()).toHaveLength(2)
})

test('a week without either has no report', async () => {
  const { post, at, pass, listed } = await start()
  await at(await post())
  await pass(7)
  expect(await listed()).toEqual([])
})

test('of several relays at one store, and of one that starts again, one tells', async () => {
  const { clock, open } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  const claim = await take(store, ['mail'])
  if (claim) await store.settle(claim, { status: 'dead', detail: '554' })
  const { config } = await startMailRelay()
  for (let relay = 1; relay <= 2; relay++) {
    const both = [1, 2].map(() => createWeeklyReport({ config, store, clock, onAlert: () => {} }))
    for (const report of both) report.start()
    await Promise.all(both.map((report) => report.stop()))
    clock.advance(15 * HOUR)
  }
  const found: Listed[] = await Readable.from(store.list({ places: ['queue'] })).toArray()
  expect(found.map(({ entry }) => entry?.envelope.values.notDeliveredNumbers)).toEqual([id])
})
