import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listCommand } from '../../relay/commands/list.ts'
import { outcomeCommand } from '../../relay/commands/outcome.ts'
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
  expect(report?.mail.subject).toBe('This week: 1 lead, 1 not delivered, 1 held back as spam')
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

test('no weekly report is sent if there are no leads, no spam and no dead deliveries', async () => {
  const { passDays, listed } = await start()
  await passDays(7)
  expect(await listed()).toEqual([])
})

test('the weekly report lists the leads of the last seven days by source, with their outcomes', async () => {
  const { post, at, passDays, config, mails } = await start()
  const sources = ['letter', 'letter', `${'x'.repeat(100)}\nBuy`]
  const ids = []
  for (const source of sources) {
    ids.push(await post({ _landing: `/?${new URLSearchParams({ utm_source: source })}` }))
    await at(ids.at(-1) ?? '')
  }
  await at(await post())
  await outcomeCommand.run(config, { ids: [ids[0] ?? '', 'won'], value: '1200.50', currency: 'USD' })
  await passDays(7)
  const report = await until('the report', () => mails.find(({ mail }) => mail.subject?.startsWith('This week')))
  expect(report.mail.subject).toBe('This week: 4 leads, 0 not delivered, 0 held back as spam')
  const text = report.mail.text?.replaceAll('\r\n', '\n')
  expect(text).toContain('Leads: 4, of which 1 won (1200.5 USD)')
  expect(text).toContain(
    `Leads by source:\nletter: 2, of which 1 won (1200.5 USD)\nunknown: 1\n${'x'.repeat(39)}…: 1\n`,
  )
  await passDays(14)
  expect(mails.filter(({ mail }) => mail.subject?.startsWith('This week'))).toHaveLength(1)
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
