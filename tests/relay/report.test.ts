import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { exportCommand } from '../../relay/commands/export.ts'
import { reportCommand } from '../../relay/commands/report.ts'
import { readConfig } from '../../relay/config.ts'
import { createLeadReport, REPORT_GROUPINGS } from '../../relay/monitoring/lead-report.ts'
import { openStore } from '../../relay/open-store.ts'
import { getLowestId } from '../../relay/store/ids.ts'
import type { LeadOutcome, VisitSource } from '../../relay/store/store.ts'
import { createRandom } from '../random.ts'
import { collect } from './collect.ts'
import { describeEachStore } from './each-store.ts'
import { createFakeClock } from './fake-clock.ts'
import { createSiteForms } from './site-forms.ts'
import { envelopeOf, temporaryFolder } from './spool-fixture.ts'

const DAY = 24 * 60 * 60_000
const forms = createSiteForms()

/** Stores leads of 60 days: random ones, held ones, a canary and a digest. */
async function fillStore(url: string | undefined) {
  const spool = path.join(await temporaryFolder(), 'spool')
  const config = readConfig({ RELAY_SPOOL: spool, RELAY_TARGETS: 'file', ...(url && { RELAY_STORE: url }) })
  const clock = createFakeClock()
  const store = await openStore({ ...config, retention: { doneDays: 400, spamDays: 400 } }, { clock })
  onTestFinished(() => store.close())
  const random = createRandom(7)
  const pick = <T>(...items: T[]): T => items[Math.floor(random() * items.length)] as T
  const start = clock.now()
  for (let lead = 0; lead < 60; lead++) {
    clock.advance(DAY)
    const source = pick<VisitSource | undefined>(
      undefined,
      { page: '/', referrer: 'https://www.google.com/' },
      { page: '/contact', landing: '/', parameters: { utm_source: 'letter', utm_campaign: pick('spring', 'fall') } },
      { page: '/contact', parameters: { gclid: 'abc' } },
    )
    const draft = await store.draft()
    const more = { formType: pick('contact', 'consultation'), spam: pick<string[]>([], [], ['trap']), source }
    await draft.commit(envelopeOf({ id: draft.id }, clock.now(), { ...more, targets: ['file'] }))
    const outcome = pick<LeadOutcome | undefined>(
      undefined,
      { status: 'qualified' },
      { status: 'lost' },
      { status: 'won', value: pick(0.1, 0.2, 1999.99), currency: pick('USD', 'EUR') },
    )
    if (more.spam.length > 0 || !outcome) continue
    clock.advance(pick(1000, DAY / 2))
    if (random() < 0.3) await store.recordOutcome(draft.id, { status: 'qualified' }, [])
    clock.advance(1000)
    await store.recordOutcome(draft.id, outcome, [])
  }
  for (const more of [{ canary: true }, { formType: 'relay.report' }]) {
    const draft = await store.draft()
    await draft.commit(envelopeOf(draft, clock.now(), { ...more, targets: ['file'] }))
  }
  return { config, store, start }
}

describeEachStore((getStoreUrl) => {
  test('the report has the same numbers as a separate count over the export', async () => {
    const { config, store, start } = await fillStore(getStoreUrl())
    const exported = await collect(exportCommand.run(config, { forms, to: undefined, place: 'all' }))
    // biome-ignore lint/suspicious/noExplicitAny: read as another program would
    const records = (exported.data as any[]).filter(
      ({ type, formType }) => type === 'submission.received' && !formType.startsWith('relay.'),
    )
    expect(records).toHaveLength(60)
    const since = getLowestId(start)
    for (const by of REPORT_GROUPINGS) {
      const { data } = await reportCommand.run(config, { by, since, csv: false })
      const sum = (name: 'leads' | 'held' | 'qualified' | 'won' | 'lost') =>
        data.rows.reduce((total, row) => total + row[name], 0)
      const leads = records.filter(({ place }) => place !== 'spam')
      const withOutcome = (status: string) => leads.filter(({ outcome }) => outcome?.status === status)
      const expected = {
        leads: leads.length,
        held: 60 - leads.length,
        qualified: withOutcome('qualified').length,
        won: withOutcome('won').length,
        lost: withOutcome('lost').length,
      }
      expect(data.total).toMatchObject(expected)
      expect(Object.fromEntries(Object.keys(expected).map((name) => [name, sum(name as 'leads')]))).toEqual(expected)
      for (const currency of ['USD', 'EUR']) {
        const cents = withOutcome('won')
          .filter(({ outcome }) => outcome.currency === currency)
          .reduce((total, { outcome }) => total + Math.round(outcome.value * 100), 0)
        expect(data.total.value[currency]).toBe(cents / 100)
      }
      const delays: number[] = leads
        .filter(({ outcomes }) => outcomes?.length > 0)
        .map(({ receivedAt, outcomes }) => (Date.parse(outcomes[0].at) - Date.parse(receivedAt)) / DAY)
        .sort((one, other) => one - other)
      const [lower = 0, upper = 0] = [(delays.length - 1) >> 1, delays.length >> 1].map((index) => delays[index])
      expect(data.total.medianDays).toBeCloseTo((lower + upper) / 2, 9)
    }
    const { data } = await reportCommand.run(config, { by: 'source', since, form: 'contact', csv: false })
    const contacts = records.filter(({ formType, place }) => formType === 'contact' && place !== 'spam')
    const named = (group: string) => data.rows.find((row) => row.group === group)?.leads
    const count = (matches: (source: VisitSource) => boolean | undefined) =>
      contacts.filter(({ source = {} }) => matches(source)).length
    expect(named('letter')).toBe(count(({ parameters }) => parameters?.utm_source === 'letter'))
    expect(named('Google Ads')).toBe(count(({ parameters }) => Boolean(parameters?.gclid)))
    expect(named('www.google.com')).toBe(count(({ referrer }) => referrer === 'https://www.google.com/'))
    expect(named('unknown')).toBe(count((source) => Object.keys(source).length === 0))

    await store.addFormCounts([
      { day: '2026-02-01', formType: 'contact', step: 'seen', count: 10 },
      { day: '2026-02-02', formType: 'contact', step: 'seen', count: 5 },
      { day: '2026-02-02', formType: 'contact', step: 'rejected', count: 2 },
      { day: '2026-02-02', formType: 'contact', step: 'rejected email', count: 2 },
      { day: '2020-01-01', formType: 'contact', step: 'seen', count: 100 },
    ])
    const { data: withForms, text } = await reportCommand.run(config, { by: 'form', since, csv: false })
    expect(withForms.forms).toEqual([
      { form: 'contact', seen: 15, begun: 0, accepted: 0, rejected: 2, fields: { email: 2 } },
    ])
    expect(text).toMatch(
      /^form +seen +begun +sent +accepted +rejected +rejected fields\ncontact +15 +0 +2 +0 +2 +email 2$/m,
    )
  })
})

const lead = (more: { source?: VisitSource; receivedAt?: string } = {}) => ({
  envelope: { ...envelopeOf({ id: 'x' }, 0), ...more },
  place: 'done' as const,
  outcomes: [],
})

test('leads are counted by week, which begins on Monday, in order', () => {
  const report = createLeadReport('week')
  for (const receivedAt of ['2026-11-30T00:00:00Z', '2026-11-29T23:59:59Z', '2026-11-23T00:00:00Z'])
    report.add(lead({ receivedAt }))
  expect(report.finish().rows.map(({ group, leads }) => [group, leads])).toEqual([
    ['2026-11-23', 2],
    ['2026-11-30', 1],
  ])
})

test('a report has at most 10,001 groups, although visitors can invent sources', () => {
  const report = createLeadReport('source')
  for (let number = 0; number < 10_020; number++)
    report.add(lead({ source: { parameters: { utm_source: `made up ${number}` } } }))
  report.add(lead({ source: { parameters: { utm_source: 'made up 1' } } }))
  const { rows, total } = report.finish()
  expect(total.leads).toBe(10_021)
  expect(rows.slice(0, 3).map(({ group, leads }) => [group, leads])).toEqual([
    ['other', 20],
    ['made up 1', 2],
    ['made up 0', 1],
  ])
  expect(rows).toHaveLength(10_001)
})

test('a report as CSV has one column per currency, and no formulas', async () => {
  const spool = path.join(await temporaryFolder(), 'spool')
  const config = readConfig({ RELAY_SPOOL: spool, RELAY_TARGETS: 'file' })
  const clock = createFakeClock()
  const store = await openStore({ ...config, retention: { doneDays: 400, spamDays: 400 } }, { clock })
  const draft = await store.draft()
  const source = { parameters: { utm_source: '=1+1,"x"' } }
  await draft.commit(envelopeOf(draft, clock.now(), { source, targets: ['file'] }))
  await store.recordOutcome(draft.id, { status: 'won', value: 10, currency: 'USD' }, [])
  await store.close()
  const { text } = await reportCommand.run(config, { by: 'source', csv: true, since: getLowestId(0) })
  expect(text).toBe(
    'source,leads,held,confirmed,qualified,won,lost,value USD,days to first outcome\n"\'=1+1,""x""",1,0,0,0,1,0,10,0.00',
  )
})

test('a report warns about entries that cannot be read, and counts the others', async () => {
  const { config, store, start } = await fillStore(undefined)
  const [entry] = await Readable.from(store.list({ places: ['queue'] }))
    .take(1)
    .toArray()
  await writeFile(path.join(entry.entry.location, 'envelope.json'), '{}')
  const { data, warnings } = await reportCommand.run(config, { by: 'source', csv: false, since: getLowestId(start) })
  expect(data.total.leads + data.total.held).toBe(59)
  expect(warnings).toEqual([expect.stringMatching(/^queue.* was skipped: damaged: envelope\.json does not match/)])
})
