import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { readConfig } from '../../relay/config.ts'
import { webhookTarget } from '../../relay/targets/webhook.ts'
import { createDeliveryFixture } from './delivery-fixture.ts'
import { createFakeClock } from './fake-clock.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { createSiteForms } from './site-forms.ts'
import { until } from './until.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

async function deliverTo(url: string, { allowPrivate = true, secrets = [SECRET] } = {}) {
  const forms = createSiteForms()
  const clock = createFakeClock(Date.now())
  const target = webhookTarget.create(
    { name: 'hook', forms: [], url, secrets, allowPrivate, publicUrl: undefined },
    { forms, clock },
  )
  const fixture = await createDeliveryFixture([target])
  fixture.delivery.start()
  const values = { name: 'Ada', currentChannels: ['grocery'], monthlyRevenue: 70_000 }
  return { ...fixture, id: await fixture.commit({ formType: 'distribution-plan', values }) }
}

test('a webhook receives the submitted values and a signature that it can verify', async () => {
  const { url, calls } = await createHookReceiver()
  const { id, attempted, stateOf } = await deliverTo(url)
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ place: 'done', history: [{ detail: 'HTTP 204' }] })
  const [call] = calls
  expect(new Webhook(SECRET).verify(call?.body ?? '', call?.headers ?? {})).toEqual({
    id,
    type: 'submission.received',
    formType: 'distribution-plan',
    receivedAt: expect.stringMatching(/Z$/),
    values: expect.objectContaining({ name: 'Ada', currentChannels: ['grocery'], monthlyRevenue: [70_000] }),
    attachments: [],
  })
  expect(call?.headers['webhook-id']).toBe(id)
})

test('a webhook request can be verified with each of two secrets while one is being replaced', async () => {
  const next = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const { WEBHOOK_SECRET: _, ...env } = process.env
  const [config] = readConfig({
    ...{ ...env, RELAY_TARGETS: 'webhook', WEBHOOK_URL: 'https://hook.example', WEBHOOK_SECRET: `${next}, ${SECRET}` },
  }).targets
  expect(config).toMatchObject({ secrets: [next, SECRET] })
  const { url, calls } = await createHookReceiver()
  const { attempted } = await deliverTo(url, { secrets: [next, SECRET] })
  await attempted(1)
  const [call] = calls
  for (const secret of [SECRET, next])
    expect(new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {})).toMatchObject({
      formType: 'distribution-plan',
    })
  const other = new Webhook(`whsec_${Buffer.alloc(32, 5).toString('base64')}`)
  expect(() => other.verify(call?.body ?? '', call?.headers ?? {})).toThrow()
})

const answers: [string, (response: ServerResponse) => void, { status: string; place: string }, refused?: string][] = [
  [
    'HTTP 301',
    (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    { status: 'waiting', place: 'queue' },
    'HTTP 301',
  ],
  ['HTTP 400', (response) => response.writeHead(400).end(), { status: 'waiting', place: 'queue' }, 'HTTP 400'],
  ['HTTP 404', (response) => response.writeHead(404).end(), { status: 'waiting', place: 'queue' }, 'HTTP 404'],
  ['HTTP 408', (response) => response.writeHead(408).end(), { status: 'waiting', place: 'queue' }],
  ['HTTP 410', (response) => response.writeHead(410).end(), { status: 'dead', place: 'dead' }, 'HTTP 410'],
  ['HTTP 500', (response) => response.writeHead(500).end(), { status: 'waiting', place: 'queue' }],
  ['a closed connection', (response) => response.destroy(), { status: 'waiting', place: 'queue' }],
]
test.each(answers)(
  'if the first attempt ends in %s, the delivery has the expected state, and no redirect is followed',
  async (_, answer, state, refused) => {
    const { url, calls } = await createHookReceiver(answer)
    const { id, attempted, stateOf, alerts } = await deliverTo(url)
    await attempted(1)
    const details = alerts.flatMap(({ kind, detail }) => (kind === 'refused' ? [detail] : []))
    expect(details).toEqual(refused ? [`${new URL(url).host}: ${refused}`] : [])
    expect(await stateOf(id)).toMatchObject({ ...state, tries: 1 })
    expect(calls.map(({ path }) => path)).toEqual(['/hook'])
  },
)

test.each([429, 503])('after a %i response, the relay waits for as long as Retry-After specifies', async (status) => {
  const { url } = await createHookReceiver((response) => response.writeHead(status, { 'retry-after': '600' }).end())
  const { id, attempted, stateOf, clock } = await deliverTo(url)
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', nextAt: clock.now() + 10 * MINUTE })
})

test('a delivery is marked dead if all of its attempts return 404', async () => {
  const { url, calls } = await createHookReceiver((response) => response.writeHead(404).end())
  const { id, attempted, stateOf, clock, results } = await deliverTo(url)
  for (let count = 1; count < 10; count++) {
    await attempted(count)
    const { nextAt } = await stateOf(id)
    await until('the timer', () => clock.pending().includes(nextAt - clock.now()))
    clock.advance(nextAt - clock.now())
  }
  await attempted(10)
  expect(await stateOf(id)).toMatchObject({ place: 'dead', status: 'dead', tries: 10 })
  expect(calls).toHaveLength(10)
  expect(results.at(-1)).toMatchObject({ status: 'dead', outcome: { kind: 'temporary', detail: 'HTTP 404' } })
})

test('a delivery attempt times out after 15 seconds without a response', async () => {
  const { url, calls } = await createHookReceiver(() => {})
  const { id, attempted, stateOf, clock } = await deliverTo(url)
  await until('the call', () => calls.length === 1)
  clock.advance(15 * SECOND)
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({
    status: 'waiting',
    tries: 1,
    history: [{ detail: 'timed out after 15 s' }],
    nextAt: clock.now() + 5 * SECOND,
  })
})

test('the relay uses the status code of a huge response, but closes the connection before the body ends', async () => {
  let sent = 0
  let ended = false
  const { url } = await createHookReceiver((response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
    }
    response.on('drain', more).on('close', () => {
      ended = true
    })
    more()
  })
  const { id, attempted, stateOf } = await deliverTo(url)
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ place: 'done' })
  await until('the connection is closed', () => ended)
  expect(sent).toBeLessThan(20 * 1024 * 1024)
})

test('a webhook in a private network is refused by default, whether given by IP address or by host name', async () => {
  const { url, calls } = await createHookReceiver()
  for (const address of [url, url.replace('127.0.0.1', 'localhost')]) {
    const { id, attempted, stateOf, alerts } = await deliverTo(address, { allowPrivate: false })
    await attempted(1)
    expect(alerts).toMatchObject([{ kind: 'refused', detail: expect.stringMatching(/in a private network$/) }])
    const state = await stateOf(id)
    expect(state).toMatchObject({ status: 'waiting', place: 'queue' })
    expect(state.history[0]?.detail).toBe(
      `no response: ${new URL(address).hostname} is not allowed: it is in a private network`,
    )
  }
  expect(calls).toEqual([])
})

test('the relay raises an alert if TLS fails on the first attempt', async () => {
  const { url } = await createHookReceiver()
  const { id, attempted, stateOf, alerts, results } = await deliverTo(url.replace('http:', 'https:'))
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', place: 'queue' })
  expect(alerts).toMatchObject([{ kind: 'refused', detail: expect.stringMatching(/: (?:EPROTO|ERR_SSL_\w+)$/) }])
  expect(results[0]?.outcome.reason).toMatch(/^(?:EPROTO|ERR_SSL_\w+)$/)
})
