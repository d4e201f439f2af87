import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listCommand } from '../../relay/commands/list.ts'
import { createWeeklyReport, WEEKLY_REPORT_FORM_TYPE } from '../../relay/monitoring/digests.ts'
import type { EntryListItem } from '../../relay/store/store.ts'
import { claimOne } from './claims.ts'
import { collect } from './collect.ts'
import { type MailRelayOptions, startMailRelay } from './mail-relay.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'
import { until } from './until.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const env = { RELAY_REPORT: 'weekly' }

/** Starts a relay on a Monday at 9:00 and waits until its first checks have ended. */
async function start(options: MailRelayOptions = {}) {
  const relay = await startMailRelay({ env, ...options })
  const { clock, config, mails } = relay
  // Three hourly checks run: the sweep, the daily digest and the weekly report.
  const checked = () => until('the checks to end', () => clock.pending().filter((pause) => pause === HOUR).length === 3)
  await checked()
  return {
    ...relay,
    /** Advances the clock by a number of days and waits for the checks. */
    async passDays(days: number) {
      clock.advance(days * DAY - HOUR)
      await checked()
      clock.advance(HOUR)
      await checked()
    },
    reports: () => mails.filter(({ mail }) => mail.subject?.startsWith('This week')),
    listed: async () =>
      (await collect(listCommand.run(config, { place: 'all' }))).data.filter(
        ({ formType }) => formType === WEEKLY_REPORT_FORM_TYPE,
      ),
  }
}

test('the weekly report lists spam and undelivered submissions, but no visitor input', async () => {
  const refused = Object.assign(new Error('no'), { responseCode: 554 })
  let refuse = true
  const onData: NonNullable<MailRelayOptions['server']>['onData'] = (stream, _session, done) =>
    void stream.resume().on('end', () => done(refuse ? refused : null))
  const { post, at, passDays, listed, mails, close, clock, folder } = await start({ server: { onData } })
  const dead = await post()
  await at(dead, 'dead')
  refuse = false
  const held = await post({ _subject: 'Buy' })
  await passDays(6)
  expect(await listed()).toEqual([])
  await close()
  const second = await start({ clock, folder })
  await second.passDays(1)
  const [report] = await until('the report', () => (second.reports().length === 1 ? second.reports() : undefined))
  expect(report?.mail.subject).toBe('This week: 1 not delivered, 1 held back as spam')
  const lines = report?.mail.text?.replaceAll('\r\n', '\n').split('\n')
  expect(lines).toEqual(expect.arrayContaining(['Not delivered: mail: 1', `Not delivered numbers: ${dead}`]))
  expect(lines).toEqual(expect.arrayContaining(['Held back: contact: 1 (trap 1)', `Held back numbers: ${held}`]))
  expect(report?.raw.toString()).not.toMatch(/Zeb|Xylophones|ada@/)
  expect(mails).toEqual([])
  // The next report is sent a week later, and only if there is still something to report.
  await second.passDays(1)
  expect(await second.listed()).toHaveLength(1)
  await second.passDays(6)
  expect(await second.listed()).toHaveLength(2)
})

test('no weekly report is sent if there is no spam and every submission is delivered', async () => {
  const { post, at, passDays, listed } = await start()
  await at(await post())
  await passDays(7)
  expect(await listed()).toEqual([])
})

test('relays that share a store write only one weekly report, even after a restart', async () => {
  const { clock, open } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const id = await commitOne(store, clock.now(), { targets: ['mail'] })
  const claim = await claimOne(store, ['mail'])
  if (claim) await store.settle(claim, { status: 'dead', detail: '554' })
  const { config } = await startMailRelay()
  for (let relay = 1; relay <= 2; relay++) {
    const both = [1, 2].map(() => createWeeklyReport({ config, store, clock, onAlert: () => {} }))
    for (const report of both) report.start()
    await Promise.all(both.map((report) => report.stop()))
    clock.advance(15 * HOUR)
  }
  const found: EntryListItem[] = await Readable.from(store.list({ places: ['queue'] })).toArray()
  expect(found.map(({ entry }) => entry?.envelope.values.notDeliveredNumbers)).toEqual([id])
})
