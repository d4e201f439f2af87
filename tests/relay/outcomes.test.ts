import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dropCommand } from '../../relay/commands/change-commands.ts'
import { exportCommand } from '../../relay/commands/export.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { outcomeCommand } from '../../relay/commands/outcome.ts'
import { personEraseCommand } from '../../relay/commands/person-erase.ts'
import { personExportCommand } from '../../relay/commands/person-export.ts'
import { showCommand } from '../../relay/commands/show.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { readConfig } from '../../relay/config.ts'
import { openStore } from '../../relay/open-store.ts'
import { parseOutcome } from '../../relay/store/records.ts'
import type { Envelope, Store } from '../../relay/store/store.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { needs } from '../needs.ts'
import { createCapturedLog } from './captured-log.ts'
import { claimOne, delivered, listAll, settle } from './claims.ts'
import { collect } from './collect.ts'
import { createFakeClock } from './fake-clock.ts'
import { createHookReceiver, type ReceivedCall, SECRET } from './hook-receiver.ts'
import { createHttpFixture } from './http-fixture.ts'
import { createPostgresFixture } from './postgres-fixture.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, createSpoolFixture, temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'
import { validAnswers } from './valid-answers.ts'

const forms = createSiteForms()
/** Longest pause before the first retry of a webhook, in milliseconds: 5 seconds and a fifth. */
const FIRST_PAUSE = 6000
const WON = { status: 'won', value: 12000.5, currency: 'USD' } as const

/** Creates a spool without a relay, for commands. */
async function createFixture() {
  const spool = await createSpoolFixture({ targets: ['mail'] })
  const config = {
    ...{ spool: spool.folder, store: undefined, targets: [], outcomes: [] },
    retention: { doneDays: 30, spamDays: 30 },
  }
  const store = await spool.open()
  const commit = (more?: Partial<Envelope>) => {
    spool.clock.advance(1)
    return commitOne(store, spool.clock.now(), { targets: ['mail'], ...more })
  }
  const run = (...[id = '', status = '', ...more]: string[]) => {
    const [value, currency, at] = more
    return outcomeCommand.run(config, { ids: [id, status], value, currency, at })
  }
  return { ...spool, config, store, commit, run }
}

describe('relay outcome', () => {
  test('records an outcome, which show, list and exports contain', async () => {
    const { config, commit, run } = await createFixture()
    const [id, other] = [await commit(), await commit({ values: { email: 'bob@x.example' } })]
    expect((await run(id, 'qualified')).text).toBe(`Recorded for ${id}: qualified.`)
    expect((await run(id.slice(0, 36), 'won', '12000.5', 'usd', '2026-01-05')).text).toBe(
      `Recorded for ${id}: won 12000.5 USD at 2026-01-05T12:00:00.000Z.`,
    )
    const won = { ...WON, at: '2026-01-05T12:00:00.000Z', recordedAt: expect.any(String) }
    const both = [expect.objectContaining({ status: 'qualified' }), won]
    const shown = await showCommand.run(config, { id, forms })
    expect(shown.data.outcomes).toEqual(both)
    expect(shown.text).toContain('\nOutcome    won 12000.5 USD at 2026-01-05T12:00:00.000Z\n')
    expect(shown.text).toMatch(
      /\n\n\S+Z {2}qualified at \S+\n\S+Z {2}won 12000\.5 USD at 2026-01-05T12:00:00\.000Z\n\n/,
    )
    const list = await collect(listCommand.run(config))
    expect(list.text).toContain('mail waiting (not attempted yet); won 12000.5 USD at 2026-01-05T12:00:00.000Z\n')
    expect(list.data.map((entry) => [entry.id, entry.outcome])).toEqual([
      [id, won],
      [other, null],
    ])
    const exports = [
      await collect(exportCommand.run(config, { forms, to: undefined })),
      await collect(personExportCommand.run(config, { email: 'ada@brand.example', forms, to: undefined })),
    ]
    for (const { data } of exports) expect(data[0]).toMatchObject({ id, outcome: won, outcomes: both })
    expect(exports[0]?.data[1]).not.toHaveProperty('outcome')
  })

  test('a day means noon UTC, or the time when the lead was received if that is later, or now if it is not noon yet', () => {
    const now = Date.UTC(2026, 0, 7, 11)
    const at = (day: string, receivedAt: string) => parseOutcome({ status: 'won', day }, receivedAt, now).at
    expect(at('2026-01-06', '2026-01-05T13:00:00.000Z')).toBe('2026-01-06T12:00:00.000Z')
    expect(at('2026-01-05', '2026-01-05T13:00:00.000Z')).toBe('2026-01-05T13:00:00.000Z')
    expect(at('2026-01-07', '2026-01-05T13:00:00.000Z')).toBeUndefined()
    expect(() => at('2026-01-08', '2026-01-05T13:00:00.000Z')).toThrow('in the future')
  })

  test.each([
    [['paid'], 'The outcome must be qualified, won or lost.'],
    [['won', '-1', 'USD'], 'The value must be an amount'],
    [['won', '1.234', 'USD'], 'The value must be an amount'],
    [['won', '12,000', 'USD'], 'The value must be an amount'],
    [['won', '1234567890123', 'USD'], 'The value must be an amount of at most 12 digits'],
    [['won', '12000'], 'The value needs a currency code'],
    [['won', '12000', 'XYZ'], 'The value needs a currency code'],
    [['won', '', 'USD'], 'The value must be an amount'],
    [['won', '', '', '2026-01-04'], '2026-01-04 is before 2026-01-05T09:00:00.001Z, when the submission was received.'],
    [['won', '', '', '2026-02-30'], '2026-02-30 is not a day'],
    [['won', '', '', '5 Jan 2026'], '5 Jan 2026 is not a day'],
    [['won', '', '', '9000-01-01'], '9000-01-01 is in the future.'],
  ])('rejects %j', async (words, message) => {
    const { commit, run, store } = await createFixture()
    const id = await commit()
    await expect(run(id, ...words)).rejects.toThrow(message)
    expect((await store.read(id))?.outcomes).toEqual([])
  })

  test('rejects submissions that do not exist or are held as spam', async () => {
    const { commit, run } = await createFixture()
    await expect(run('01a1fc75', 'won')).rejects.toThrow('There is no submission 01a1fc75')
    const id = await commit({ spam: ['links'] })
    await expect(run(id, 'won')).rejects.toThrow(`${id} is not a lead: it is in spam`)
  })
})

/** Starts a relay that sends submissions and outcomes to a webhook. */
async function startHookRelay(env: NodeJS.ProcessEnv = {}, respond?: Parameters<typeof createHookReceiver>[0]) {
  const hook = await createHookReceiver(respond)
  const clock = createFakeClock(Date.now())
  const spool = path.join(await temporaryFolder(), 'spool')
  const config = readConfig({
    ...{ RELAY_BIND: '127.0.0.1:0', RELAY_SPOOL: spool, RELAY_POSTS_PER_MINUTE: '0', RELAY_FREE_BYTES: '0' },
    ...{ RELAY_TARGETS: 'crm=webhook', RELAY_OUTCOMES: 'crm', WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET },
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', HTTP_URL: hook.url, HTTP_ALLOW_PRIVATE: 'true', ...env },
  })
  const { log, logged } = createCapturedLog()
  const start = () => startRelay({ config, forms, log, clock })
  let relay = await start()
  onTestFinished(() => relay.close())
  const post = async (formType = 'contact'): Promise<string> => {
    const contract = forms.forms[formType] as Contract
    const answers = { ...validAnswers(contract), email: 'ada@brand.example', formType }
    const body = JSON.stringify(answers)
    const headers = { 'content-type': 'application/json' }
    const url = `${relay.address}/functions/v1/send-form-submission`
    return ((await (await fetch(url, { method: 'POST', body, headers })).json()) as { id: string }).id
  }
  const read = async (id: string) => (await showCommand.run(config, { id, forms })).data
  return {
    ...{ config, clock, logged, post, read, calls: hook.calls },
    record: (id: string, ...[status = '', value, currency]: string[]) =>
      outcomeCommand.run(config, { ids: [id, status], value, currency, at: undefined }),
    called: (count: number) => until(`${count} calls`, () => hook.calls.length >= count),
    /** Lets the time pass until the first retry. */
    async retry() {
      await until('the retry is scheduled', () => clock.pending().some((pause) => pause > 0 && pause <= FIRST_PAUSE))
      clock.advance(FIRST_PAUSE)
    },
    atPlace: (id: string, place: string) => until(`${id} is in ${place}`, async () => (await read(id)).place === place),
    async restart() {
      await relay.close()
      relay = await start()
    },
  }
}

const verify = (call: ReceivedCall | undefined) => new Webhook(SECRET).verify(call?.body ?? '', call?.headers ?? {})

describe('targets in RELAY_OUTCOMES', () => {
  test('receive each outcome as a signed event, which is retried with the same id', async () => {
    let status = 204
    const { post, record, read, called, retry, calls, atPlace, config } = await startHookRelay({}, (response) =>
      response.writeHead(status).end(),
    )
    const id = await post()
    await called(1)
    status = 503
    await record(id, 'won', '12000.5', 'USD')
    await called(2)
    const [outcome] = (await read(id)).outcomes
    const event = outcome?.event ?? ''
    status = 204
    await retry()
    await called(3)
    for (const call of calls.slice(1)) {
      expect(call.headers['webhook-id']).toBe(event)
      expect(verify(call)).toEqual({
        ...{ id, type: 'submission.outcome', formType: 'contact', receivedAt: (await read(id)).envelope.receivedAt },
        outcome: { ...WON, at: outcome?.at, recordedAt: outcome?.recordedAt },
      })
    }
    await atPlace(event, 'done')
    // The event is an entry of its own, which is neither a lead nor part of exports.
    const everything = { forms, to: undefined, place: 'all' as const }
    expect((await collect(exportCommand.run(config, everything))).data).toMatchObject([{ id }])
    const person = personExportCommand.run(config, { email: 'ada@brand.example', forms, to: undefined })
    expect((await collect(person)).data).toMatchObject([{ id }])
    expect((await read(id)).place).toBe('done')
  })

  test('receive the source of the lead', async () => {
    const { open, folder, clock } = await createSpoolFixture()
    const store = await open()
    const source = { page: '/get-started', parameters: { gclid: 'Cj0K' } }
    const id = await commitOne(store, clock.now(), { source, targets: [] })
    await store.recordOutcome(id, { status: 'lost' }, ['crm'])
    await store.close()
    const { called, calls } = await startHookRelay({ RELAY_SPOOL: folder })
    await called(1)
    expect(verify(calls[0])).toMatchObject({ id, outcome: { status: 'lost' }, source })
  })

  test('raise an alert and keep a dead letter if an event cannot be delivered', async () => {
    let status = 204
    const { post, record, read, called, logged, atPlace, config } = await startHookRelay({}, (response) =>
      response.writeHead(status).end(),
    )
    const id = await post()
    await called(1)
    status = 410
    await record(id, 'lost')
    const event = (await read(id)).outcomes[0]?.event ?? ''
    await atPlace(event, 'dead')
    expect((await read(id)).place).toBe('done')
    await expect.poll(logged).toContain(`"alert":"dead","id":"${event}","target":"crm"`)
    expect((await collect(listCommand.run(config))).data).toMatchObject([{ id: event, formType: 'relay.outcome' }])
  })

  test('receive events that were waiting when the relay stopped', async () => {
    let status = 204
    const { post, record, called, retry, restart, calls } = await startHookRelay({}, (response) =>
      response.writeHead(status).end(),
    )
    const id = await post()
    await called(1)
    status = 503
    await record(id, 'qualified')
    await called(2)
    status = 204
    await restart()
    await retry()
    await called(3)
    expect(verify(calls[2])).toMatchObject({ id, outcome: { status: 'qualified' } })
  })

  test('receive no event of a lead that was deleted meanwhile', async () => {
    let status = 204
    const { post, record, read, called, retry, atPlace, calls, config } = await startHookRelay({}, (response) =>
      response.writeHead(status).end(),
    )
    const [erased, dropped] = [await post(), await post()]
    await called(2)
    status = 503
    for (const id of [erased, dropped]) await record(id, 'won')
    await called(4)
    const eventOf = async (id: string) => (await read(id)).outcomes[0]?.event ?? ''
    const events = [await eventOf(erased), await eventOf(dropped)] as const
    await dropCommand.run(config, { id: dropped })
    const { text } = await personEraseCommand.run(config, { email: 'ada@brand.example', forms, yes: true })
    expect(text).toContain('1 submission deleted.')
    await expect(read(events[0])).rejects.toThrow('There is no submission')
    status = 204
    await retry()
    await atPlace(events[1], 'done')
    expect((await read(events[1])).deliveries).toMatchObject([{ status: 'abandoned' }])
    expect(calls).toHaveLength(4)
  })

  test('receive only outcomes of the forms that they accept', async () => {
    const { post, record, read, called } = await startHookRelay({
      RELAY_TARGETS: 'crm=webhook:contact other=webhook',
      RELAY_OUTCOMES: 'crm',
    })
    const [contact, consultation] = [await post(), await post('consultation')]
    await called(3)
    for (const id of [contact, consultation]) await record(id, 'won')
    await called(4)
    expect((await read(contact)).outcomes).toMatchObject([{ event: expect.any(String) }])
    expect((await read(consultation)).outcomes[0]).not.toHaveProperty('event')
  })

  test('may be http targets with placeholders for outcomes', async () => {
    const { post, record, called, calls, read } = await startHookRelay({
      RELAY_TARGETS: 'crm=http',
      HTTP_BODY:
        '{"lead": "{_id}", "email": "{email}", "stage": "{_outcome}", "deal": {"amount": "{_value}", "currency": "{_currency}"}, "closed": "{_outcome_at}"}',
    })
    const id = await post()
    await called(1)
    await record(id, 'won', '12000.5', 'USD')
    await called(2)
    const [sent, outcome] = calls.map(({ body }) => JSON.parse(body))
    expect(sent).toEqual({ lead: id, email: 'ada@brand.example', deal: {} })
    expect(outcome).toEqual({
      ...{ lead: id, email: 'ada@brand.example', stage: 'won', deal: { amount: 12000.5, currency: 'USD' } },
      closed: (await read(id)).outcomes[0]?.at,
    })
  })

  test.each([
    ['nobody', 'RELAY_OUTCOMES: there is no target nobody; targets: file, hook, slack.'],
    ['hook, file', 'RELAY_OUTCOMES: target file cannot send outcomes: only webhook and http targets can.'],
    ['slack', 'RELAY_OUTCOMES: target slack cannot send outcomes: HTTP_BODY does not contain {_outcome}.'],
  ])('must exist and be able to send outcomes: %s', (outcomes, problem) => {
    const read = () =>
      readConfig({
        ...{ RELAY_TARGETS: 'file hook=webhook slack=http', RELAY_OUTCOMES: outcomes, WEBHOOK_SECRET: SECRET },
        ...{ WEBHOOK_URL: 'https://hook.example', HTTP_URL: 'https://hooks.slack.com/services/T/B/x' },
        HTTP_PRESET: 'slack',
      })
    expect(read).toThrow(problem)
  })
})

test('a currency must be an ISO 4217 code', () => {
  expect(() => readConfig({ RELAY_CURRENCY: 'euro' })).toThrow('RELAY_CURRENCY must be a currency code')
})

describe('relay export --outcomes', () => {
  async function createLeads() {
    const fixture = await createFixture()
    const { commit, store } = fixture
    const parameters = { utm_campaign: '=HYPERLINK("https://x.example")', gclid: 'Cj0K-x_1' }
    const source = { page: '/get-started', landing: '/services, "new"', referrer: 'https://x.example/', parameters }
    const ids = []
    for (const [gclid, outcome] of [
      ['Cj0K-x_1', WON],
      ['Cj0K-x_2', { status: 'qualified', at: '2026-01-05T12:00:00.000Z' }],
      ['Cj0K-x_3', { status: 'lost' }],
      ['=1+1', { status: 'won' }],
      ['Cj0K-x_4', undefined],
    ] as const) {
      const id = await commit({ source: { ...source, parameters: { ...parameters, gclid } } })
      ids.push(id)
      if (outcome) await store.recordOutcome(id, outcome, [])
    }
    const last = await commit()
    await store.recordOutcome(last, { status: 'qualified' }, [])
    await store.recordOutcome(last, { status: 'lost' }, [])
    const run = (format?: 'csv' | 'google-ads') =>
      collect(exportCommand.run(fixture.config, { forms, to: undefined, outcomes: true, format }))
    return { ...fixture, ids: [...ids, last], run }
  }

  test('prints one row per lead with an outcome as CSV, with quotes and without formulas', async () => {
    const { ids, run } = await createLeads()
    const lines = (await run()).text.split('\n')
    expect(lines[0]).toBe(
      'id,formType,receivedAt,outcome,at,value,currency,recordedAt,page,landing,referrer,utm_source,utm_medium,utm_campaign,utm_term,utm_content,gclid,gbraid,wbraid,fbclid,msclkid,li_fat_id,ttclid',
    )
    expect(lines[1]).toBe(
      `${ids[0]},contact,2026-01-05T09:00:00.001Z,won,2026-01-05T09:00:00.001Z,12000.5,USD,2026-01-05T09:00:00.001Z,/get-started,"/services, ""new""",https://x.example/,,,"'=HYPERLINK(""https://x.example"")",,,Cj0K-x_1,,,,,,`,
    )
    expect(lines[4]).toContain(",'=1+1,")
    expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual(['won', 'qualified', 'lost', 'won', 'lost'])
    expect(lines[5]).toMatch(/^[0-9a-f-]{36},contact,[^,]+,lost,[^,]+,,,[^,]+(?:,){15}$/)
  })

  test('prints the conversions of clicks in the format of Google Ads', async () => {
    const { run } = await createLeads()
    expect((await run('google-ads')).text.split('\n')).toEqual([
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'Cj0K-x_1,Converted lead,2026-01-05 09:00:00+0000,12000.5,USD',
      'Cj0K-x_2,Qualified lead,2026-01-05 12:00:00+0000,,',
    ])
  })

  test('prints rows as JSON, and rejects options that cannot be combined', async () => {
    const { run, config } = await createLeads()
    expect((await run()).data[1]).toMatchObject({ outcome: 'qualified', gclid: 'Cj0K-x_2' })
    for (const more of [{ outcomes: true, to: 'x' }, { format: 'csv' as const }])
      await expect(exportCommand.run(config, { forms, to: undefined, ...more })).rejects.toThrow('Use --format only')
  })
})

test('the inbox shows the outcome', async () => {
  const { address, postJson, store } = await createHttpFixture({ env: { RELAY_INBOX: 'true' } })
  const sent = await postJson({ formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hi' })
  const { id } = (await sent.json()) as { id: string }
  await store.recordOutcome(id, WON, ['file'])
  const page = await (await fetch(`${address}/inbox`)).text()
  expect(page).toMatch(/<span class="state">won 12000\.5 USD<\/span>/)
  expect(page).toContain('<h2>Outcome</h2>')
  // The entry that sends the outcome has no preview, because only the lead's data could show it.
  expect(page.match(/submission\.received/g)).toHaveLength(1)
})

test('a damaged file of outcomes is found by verify, and the entry is kept in corrupt', async () => {
  const { store, commit, alerts, folder } = await createFixture()
  const id = await commit()
  await store.recordOutcome(id, WON, [])
  const file = path.join(folder, 'queue', id, 'outcomes.json')
  await writeFile(file, (await readFile(file, 'utf8')).replace('12000', '92000'))
  expect(await store.verify()).toEqual({ checked: 1, corrupt: [id] })
  expect(alerts).toEqual([{ kind: 'corrupt', id, detail: 'outcomes.json does not match its checksum' }])
  expect((await store.read(id))?.envelope.values.name).toBe('Ada Lind')
})

test('the copy with the newest outcome is kept if a restored backup duplicates an entry', async () => {
  const { store, commit, open, clock, folder, config } = await createFixture()
  const id = await commit()
  const queued = path.join(folder, 'queue', id)
  const backup = path.join(folder, '..', 'backup')
  await claimOne(store, ['mail'])
  await settle(store, id, 'mail', { status: 'dead', detail: '550' })
  await cp(path.join(folder, 'dead', id), backup, { recursive: true })
  clock.advance(1)
  await store.recordOutcome(id, WON, [])
  await store.close()
  await cp(backup, queued, { recursive: true })
  await rm(backup, { recursive: true })
  const again = await open({ retention: config.retention })
  expect(await again.read(id)).toMatchObject({ place: 'dead', outcomes: [WON] })
})

describe('with a database', needs('postgres'), () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  test('outcomes and waiting events move from the spool to the database, events last', async () => {
    const { open, now, query, folder, clock } = await createPostgresFixture(server)
    await (await open()).close()
    const config = { spool: path.join(folder, 'one'), store: undefined, targets: [] }
    const local = await openStore({ ...config, retention: { doneDays: 30, spamDays: 30 } }, { clock })
    const id = await commitOne(local, now(), { targets: [] })
    await local.recordOutcome(id, { status: 'qualified' }, [])
    await local.recordOutcome(id, WON, ['hook'])
    const { outcomes = [] } = (await local.read(id)) ?? {}
    await local.close()
    await query(`
      CREATE FUNCTION fake.check() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.form_type = 'relay.outcome' AND NOT EXISTS (SELECT FROM relay.submission WHERE form_type = 'contact')
        THEN RAISE EXCEPTION 'the event was moved first'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER check_order BEFORE INSERT ON relay.submission FOR EACH ROW EXECUTE FUNCTION fake.check()`)
    const store: Store = await open({}, 'one')
    await until('the backlog is empty', async () => (await store.backlog?.()) === 0)
    expect((await store.read(id))?.outcomes).toEqual(outcomes)
    expect((await listAll(store)).map(({ envelope }) => envelope.formType).sort()).toEqual(['contact', 'relay.outcome'])
    const claim = await claimOne(store, ['hook'])
    expect(claim?.envelope.id).toBe(outcomes[1]?.event)
  })

  test('outcomes are deleted with their submission, and not recorded twice by repeated moves', async () => {
    const { open, now, query } = await createPostgresFixture(server)
    const store = await open()
    const id = await commitOne(store, now())
    await store.recordOutcome(id, WON, [])
    expect(await query('SELECT submission_id FROM relay.outcome')).toEqual([{ submission_id: id }])
    await store.drop(id)
    expect(await query('SELECT FROM relay.outcome')).toEqual([])
  })

  test('commands record outcomes in the database, and running relays send them', async () => {
    const { open, now, address, folder } = await createPostgresFixture(server)
    const store = await open({ targets: ['hook'] })
    const id = await commitOne(store, now(), { targets: ['hook'] })
    await claimOne(store)
    await settle(store, id, 'hook', delivered)
    const notified = new Promise<void>((resolve) => store.watch(resolve))
    const config = readConfig({
      ...{ RELAY_SPOOL: path.join(folder, 'x'), RELAY_STORE: address, RELAY_TARGETS: 'hook=webhook' },
      ...{ RELAY_OUTCOMES: 'hook', WEBHOOK_URL: 'https://hook.example', WEBHOOK_SECRET: SECRET },
    })
    await outcomeCommand.run(config, { ids: [id, 'won'], value: '12000.5', currency: 'USD', at: undefined })
    await notified
    expect((await store.read(id))?.outcomes).toMatchObject([WON])
    expect((await claimOne(store))?.envelope.values).toEqual({ submission: id })
  })
})
