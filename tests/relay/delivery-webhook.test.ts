import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhook } from '../../relay/targets/webhook.ts'
import { createDeliveryFixture } from './delivery-fixture.ts'
import { createFakeClock } from './fake-clock.ts'
import { createFormBook } from './form-book.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { until } from './until.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

async function deliverTo(url: string, { allowPrivate = true } = {}) {
  const forms = createFormBook()
  const clock = createFakeClock(Date.now())
  const target = webhook.create(
    { name: 'hook', forms: [], url, secret: SECRET, allowPrivate, publicUrl: undefined },
    { forms, clock },
  )
  const fixture = await createDeliveryFixture([target])
  fixture.delivery.start()
  const values = { name: 'Ada', currentChannels: ['grocery'], monthlyRevenue: 70_000 }
  return { ...fixture, id: await fixture.commit({ formType: 'distribution-plan', values }) }
}

test('a call carries the payload of the page, signed so that the receiver can verify it', async () => {
  const { url, calls } = await createHookReceiver()
  const { id, tried, stateOf } = await deliverTo(url)
  await tried(1)
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

const answers: [string, (response: ServerResponse) => void, { status: string; place: string }, refused?: string][] = [
  [
    '301',
    (response) => response.writeHead(301, { location: '/elsewhere' }).end(),
    { status: 'waiting', place: 'queue' },
    'HTTP 301',
  ],
  ['400', (response) => response.writeHead(400).end(), { status: 'waiting', place: 'queue' }, 'HTTP 400'],
  ['404', (response) => response.writeHead(404).end(), { status: 'waiting', place: 'queue' }, 'HTTP 404'],
  ['408', (response) => response.writeHead(408).end(), { status: 'waiting', place: 'queue' }],
  ['410', (response) => response.writeHead(410).end(), { status: 'dead', place: 'dead' }, 'HTTP 410'],
  ['500', (response) => response.writeHead(500).end(), { status: 'waiting', place: 'queue' }],
  ['nothing but a cut connection', (response) => response.destroy(), { status: 'waiting', place: 'queue' }],
]
test.each(answers)(
  'an answer of %s ends the first try as specified, and no redirect is followed',
  async (_, answer, state, refused) => {
    const { url, calls } = await createHookReceiver(answer)
    const { id, tried, stateOf, alerts } = await deliverTo(url)
    await tried(1)
    const details = alerts.flatMap(({ kind, detail }) => (kind === 'refused' ? [detail] : []))
    expect(details).toEqual(refused ? [`${new URL(url).host}: ${refused}`] : [])
    expect(await stateOf(id)).toMatchObject({ ...state, tries: 1 })
    expect(calls.map(({ path }) => path)).toEqual(['/hook'])
  },
)

test.each([429, 503])('a %i with Retry-After is not tried before that time', async (status) => {
  const { url } = await createHookReceiver((response) => response.writeHead(status, { 'retry-after': '600' }).end())
  const { id, tried, stateOf, clock } = await deliverTo(url)
  await tried(1)
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', nextAt: clock.now() + 10 * MINUTE })
})

test('a receiver that answers 404 to the end of the schedule makes the delivery dead', async () => {
  const { url, calls } = await createHookReceiver((response) => response.writeHead(404).end())
  const { id, tried, stateOf, clock, results } = await deliverTo(url)
  for (let count = 1; count < 10; count++) {
    await tried(count)
    const { nextAt } = await stateOf(id)
    await until('the timer', () => clock.pending().includes(nextAt - clock.now()))
    clock.advance(nextAt - clock.now())
  }
  await tried(10)
  expect(await stateOf(id)).toMatchObject({ place: 'dead', status: 'dead', tries: 10 })
  expect(calls).toHaveLength(10)
  expect(results.at(-1)).toMatchObject({ end: 'dead', outcome: { kind: 'temporary', detail: 'HTTP 404' } })
})

test('a receiver that never answers is given up after 15 seconds', async () => {
  const { url, calls } = await createHookReceiver(() => {})
  const { id, tried, stateOf, clock } = await deliverTo(url)
  await until('the call', () => calls.length === 1)
  clock.advance(15 * SECOND)
  await tried(1)
  expect(await stateOf(id)).toMatchObject({
    status: 'waiting',
    tries: 1,
    history: [{ detail: 'no end within 15 s' }],
    nextAt: clock.now() + 5 * SECOND,
  })
})

test('a huge reply is cut and counts by its status', async () => {
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
  const { id, tried, stateOf } = await deliverTo(url)
  await tried(1)
  expect(await stateOf(id)).toMatchObject({ place: 'done' })
  await until('the connection is cut', () => ended)
  expect(sent).toBeLessThan(20 * 1024 * 1024)
})

test('a private network is refused unless it is allowed, by address and by name', async () => {
  const { url, calls } = await createHookReceiver()
  for (const address of [url, url.replace('127.0.0.1', 'localhost')]) {
    const { id, tried, stateOf, alerts } = await deliverTo(address, { allowPrivate: false })
    await tried(1)
    expect(alerts).toMatchObject([{ kind: 'refused', detail: expect.stringMatching(/in a private network$/) }])
    const state = await stateOf(id)
    expect(state).toMatchObject({ status: 'waiting', place: 'queue' })
    expect(state.history[0]?.detail).toBe(
      `no answer: ${new URL(address).hostname} is not allowed: it is in a private network`,
    )
  }
  expect(calls).toEqual([])
})

test('a webhook without working TLS raises the alert at once', async () => {
  const { url } = await createHookReceiver()
  const { id, tried, stateOf, alerts, results } = await deliverTo(url.replace('http:', 'https:'))
  await tried(1)
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', place: 'queue' })
  expect(alerts).toMatchObject([{ kind: 'refused', detail: expect.stringMatching(/: (?:EPROTO|ERR_SSL_\w+)$/) }])
  expect(results[0]?.outcome.reason).toMatch(/^(?:EPROTO|ERR_SSL_\w+)$/)
})
