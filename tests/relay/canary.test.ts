import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canaryCommand } from '../../relay/commands/canary.ts'
import { checkCanary } from '../../relay/commands/doctor/canary.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { needs } from '../needs.ts'
import { collect } from './collect.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { HTML, SUBMIT } from './http-fixture.ts'
import { startMailRelay } from './mail-relay.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSiteForms } from './site-forms.ts'
import { until } from './until.ts'

const TARGETS =
  'mail=smtp:contact+consultation+get-started+brand-plan+distribution-plan hook=webhook:job-application+general-resume'

/** Starts a relay that sends applications to a webhook and other forms by email. */
async function startRelay(env: NodeJS.ProcessEnv = {}, server = {}, forms = createSiteForms()) {
  const hook = await createHookReceiver()
  const webhook = { WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const relay = await startMailRelay({ env: { RELAY_TARGETS: TARGETS, ...webhook, ...env }, server, forms })
  const run = (more: { form?: string; url?: string; minutes?: number } = {}) =>
    canaryCommand.run(relay.config, { forms, url: relay.address, ...more })
  const places = async () =>
    (await collect(listCommand.run(relay.config, { place: 'all' }))).data.map(({ place }) => place)
  const posts = async () =>
    (await (await fetch(`${relay.address}/metrics`)).text()).match(/(?<=^relay_posts_total)\S+ \d+/gm)?.sort()
  return { ...relay, hook, run, places, posts }
}

async function expectDelivery(env: NodeJS.ProcessEnv): Promise<void> {
  const { run, mails, hook, places, posts, folder } = await startRelay(env)
  expect(await run()).toMatchObject({
    ok: true,
    text: expect.stringMatching(
      /^brand-plan +mail +delivered .*\ngeneral-resume +hook +delivered +HTTP 204\nDelivered means .*\.$/,
    ),
    warnings: [],
  })
  expect(mails.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^Canary, /)])
  expect(mails[0]?.mail.headers).toContainEqual(expect.objectContaining({ key: 'relay-canary', value: 'true' }))
  expect(hook.calls.map(({ body }) => JSON.parse(body))).toEqual([expect.objectContaining({ type: 'canary' })])
  expect(await places()).toEqual([])
  expect(await posts()).toEqual(['{form="brand-plan",result="canary"} 1', '{form="general-resume",result="canary"} 1'])
  expect(await checkCanary(folder)).toEqual([expect.objectContaining({ check: 'canary', level: 'ok' })])
}

/** Checks that only the canary, which solves the challenge, gets past a proof of work. */
async function expectProof(env: NodeJS.ProcessEnv): Promise<void> {
  const { forms, ...site } = createSiteForms()
  const withProof = Object.entries(forms).map(([name, form]) => [name, { ...form, proofOfWork: true }])
  const { run, places, address } = await startRelay(env, {}, { ...site, forms: Object.fromEntries(withProof) })
  expect(await run()).toMatchObject({ ok: true, data: { rows: [{ target: 'mail' }, { target: 'hook' }] } })
  const body = new URLSearchParams({ formType: 'contact', name: 'Ada', email: 'ada@brand.example', message: 'Hello' })
  expect((await fetch(address + SUBMIT, { method: 'POST', body, headers: HTML, redirect: 'manual' })).status).toBe(303)
  expect(await places()).toEqual(['spam'])
}

describe('relay canary', () => {
  test('submits as few forms as reach every target, waits for the deliveries and leaves nothing stored', () =>
    expectDelivery({}))

  test('solves the proof of work of a form, without which the relay holds submissions', () => expectProof({}))

  test('submits only the given form, and rejects an unknown one', async () => {
    const { run, mails, hook } = await startRelay()
    expect((await run({ form: 'contact' })).data.rows).toEqual([
      expect.objectContaining({ form: 'contact', target: 'mail', status: 'delivered' }),
    ])
    // The form sends confirmations to visitors, but not to the test address.
    expect([mails.length, hook.calls.length]).toEqual([1, 0])
    await expect(run({ form: 'contract' })).rejects.toThrow('There is no form contract. Did you mean contact?')
  })

  test('skips other services whose template does not show that the submission is a test', async () => {
    const [chat, crm] = [await createHookReceiver(), await createHookReceiver()]
    const { run } = await startRelay({
      ...{ RELAY_TARGETS: 'chat=http crm=http', HTTP_ALLOW_PRIVATE: 'true', HTTP_BODY: '{"email": "{email}"}' },
      ...{ HTTP_URL_CHAT: chat.url, HTTP_BODY_CHAT: '{"text": "{_subject}"}', HTTP_URL_CRM: crm.url },
    })
    const { ok, data } = await run({ form: 'contact' })
    expect([ok, data.rows.map(({ target, status }) => [target, status])]).toEqual([
      true,
      [
        ['chat', 'delivered'],
        ['crm', 'skipped'],
      ],
    ])
    expect(chat.calls.map(({ body }) => JSON.parse(body).text)).toEqual([expect.stringMatching(/^Canary, /)])
    expect(crm.calls).toEqual([])
  })

  test('fails if a receiver has not accepted the submission in time, and leaves it to the usual retries and alerts', async () => {
    const refuse = (_address: unknown, _session: unknown, done: (error: Error) => void) => done(new Error('no mailbox'))
    const { run, places, alerts, folder } = await startRelay({}, { onRcptTo: refuse })
    const { ok, data } = await run({ form: 'contact', minutes: 0.02 })
    expect([ok, data.rows]).toEqual([
      false,
      [
        expect.objectContaining({
          status: 'waiting',
          detail: expect.stringMatching(/; see relay show [0-9a-f-]{36}$/),
        }),
      ],
    ])
    await until('the alert', () => alerts().includes('refused'))
    expect(await places()).toEqual(['queue'])
    expect(await checkCanary(folder)).toEqual([expect.objectContaining({ level: 'fail' })])
  })

  test.each([
    ['does not respond', 0, 'does not respond: ECONNREFUSED'],
    ['is another web server', 404, 'returned 404 text/html'],
    ['redirects', 308, 'returned 308 https://elsewhere.example/'],
  ])('fails if the public address %s', async (_, status, detail) => {
    const other = await createHookReceiver((response) =>
      response
        .writeHead(
          status,
          status === 308 ? { location: 'https://elsewhere.example/' } : { 'content-type': 'text/html' },
        )
        .end('<!doctype html>'),
    )
    if (status === 0) await other.close()
    const { run, places } = await startRelay()
    const { ok, text } = await run({ form: 'contact', url: new URL(other.url).origin })
    expect([ok, text]).toEqual([false, expect.stringMatching(/^contact +failed /)])
    expect(text).toContain(detail)
    expect(await places()).toEqual([])
  })

  test('sends the public key, and fails if the relay rejects the submission', async () => {
    const { run, config } = await startRelay({ RELAY_PUBLIC_KEY: 'key' })
    expect((await run({ form: 'contact' })).ok).toBe(true)
    Object.assign(config, { publicKey: undefined })
    const { address } = await startRelay({ RELAY_PUBLIC_KEY: 'other' })
    expect((await run({ form: 'contact', url: address })).text).toMatch(/returned 401 public-key/)
  })
})

describe('relay canary with a database', needs('postgres'), () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())

  test('waits for the deliveries and leaves nothing stored', () => expectDelivery({ RELAY_STORE: server.url }))
  test('solves the proof of work of a form', () => expectProof({ RELAY_STORE: server.url }))
})
