import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { doctorCommand } from '../../relay/commands/doctor.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { showCommand } from '../../relay/commands/show.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import { contractSchema } from '../../src/forms/contract.ts'
import { createCapturedLog } from './captured-log.ts'
import { claimOne, delivered, settle } from './claims.ts'
import { collect } from './collect.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, createSpoolFixture } from './spool-fixture.ts'
import { until } from './until.ts'

const DAY = 24 * 60 * 60 * 1000
const forms = createSiteForms()

/** Creates a closed spool with a delivered and a dead submission from each form, and one in the queue. */
async function createOldSpool() {
  const { open, clock, folder } = await createSpoolFixture({ targets: ['mail'] })
  const store = await open()
  const ids: Record<string, string> = {}
  for (const formType of ['contact', 'general-resume', 'gone'])
    for (const place of ['done', 'dead']) {
      const id = await commitOne(store, clock.now(), { targets: ['mail'], formType })
      await claimOne(store)
      await settle(store, id, 'mail', place === 'done' ? delivered : { status: 'dead', detail: '550 Ada' })
      ids[`${place} ${formType}`] = id
    }
  ids.queue = await commitOne(store, clock.now(), { targets: ['other'], formType: 'general-resume' })
  await store.close()
  const config = readConfig({
    ...{ RELAY_SPOOL: folder, RELAY_TARGETS: 'mail=file', RELAY_OUTBOX: path.join(folder, '../outbox') },
    ...{ RELAY_BIND: '127.0.0.1:0', RELAY_FREE_BYTES: '0' },
  })
  return { ids, clock, folder, config }
}

test('a relay deletes submissions after the period in their form, counts them, and logs dead letters', async () => {
  const { ids, clock, folder, config } = await createOldSpool()
  // The spool is then like one that no relay has used before, so that the relay trusts the clock.
  await rm(path.join(folder, 'clock.json'))
  clock.advance(200 * DAY)
  const { log, logged } = createCapturedLog()
  const relay = await startRelay({ config, forms, log, clock })
  onTestFinished(() => relay.close())
  const metrics = await until('three submissions are deleted', async () => {
    const text = await (await fetch(`${relay.address}/metrics`)).text()
    return text.includes('relay_expired_total{place="dead"} 1') ? text : undefined
  })
  // The form `gone` does not exist, so RELAY_KEEP_DAYS applies.
  expect(metrics).toContain('relay_expired_total{place="done"} 2')
  expect(metrics).toContain('relay_expired_total{place="spam"} 0')
  const left = (await collect(listCommand.run(config, { place: 'all' }))).data.map(({ id }) => id)
  const kept = ['done contact', 'dead contact', 'dead gone', 'queue'].map((name) => ids[name])
  expect(left.sort()).toEqual(kept.sort())
  const lines = logged()
    .split('\n')
    .filter((line) => line.includes('dead letter deleted'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, id: ids['dead general-resume'] }])
  expect(logged()).not.toContain('Ada')
})

test('a relay whose clock has leapt deletes nothing, not even dead letters', async () => {
  const { ids, clock, config } = await createOldSpool()
  clock.advance(4000 * DAY)
  const { log, logged } = createCapturedLog()
  const relay = await startRelay({ config, forms, log, clock })
  onTestFinished(() => relay.close())
  await until('the alert', () => logged().includes('the clock has advanced 4000 days'))
  const left = (await collect(listCommand.run(config, { place: 'all' }))).data
  expect(left).toHaveLength(Object.keys(ids).length)
})

test('relay list and relay show contain the time until which each submission is kept', async () => {
  const { ids, config } = await createOldSpool()
  const { data } = await collect(listCommand.run(config, { place: 'all', forms }))
  const dates = Object.fromEntries(data.map(({ id, keptUntil }) => [id, keptUntil]))
  const expected: Record<string, string | null> = {
    'done contact': '2027-01-05T09:00:00.000Z',
    'dead contact': '2027-01-05T09:00:00.000Z',
    'done general-resume': '2026-07-04T09:00:00.000Z',
    'dead general-resume': '2026-07-04T09:00:00.000Z',
    'done gone': '2026-02-04T09:00:00.000Z',
    'dead gone': null,
    queue: null,
  }
  for (const [name, date] of Object.entries(expected)) {
    const id = ids[name] ?? ''
    expect(dates[id], name).toBe(date)
    const { text, data } = await showCommand.run(config, { id, forms })
    expect(data.keptUntil).toBe(date)
    expect(/^Kept until +(\S+)$/m.exec(text)?.[1]).toBe(date ?? undefined)
  }
})

test('relay list works without the forms', async () => {
  const { config } = await createOldSpool()
  const query = {
    place: 'all' as const,
    get forms(): never {
      throw new Error('forms.json cannot be read')
    },
  }
  const { data } = await collect(listCommand.run(config, query))
  expect(new Set(data.map(({ keptUntil }) => keptUntil))).toEqual(new Set([null]))
})

test('relay doctor warns about forms that ask for personal data and have no retention period', async () => {
  const { config } = await createOldSpool()
  const check = async (all: typeof forms) =>
    (await doctorCommand.run(config, { forms: all, targets: [], dns: false })).data.filter(
      ({ check }) => check === 'retention',
    )
  expect(await check(forms)).toEqual([])
  const { contact } = forms.forms
  const without = contractSchema.parse({ ...contact, keep: undefined })
  const [text] = without.groups[0]?.fields ?? []
  const anonymous = contractSchema.parse({ ...without, formType: 'survey', groups: [{ fields: [text] }] })
  expect(await check({ ...forms, forms: { contact: without, survey: anonymous } })).toEqual([
    { check: 'retention', level: 'warn', detail: expect.stringMatching(/^no period for contact, which ask/) },
  ])
})
