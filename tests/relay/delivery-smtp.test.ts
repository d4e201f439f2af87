import net, { type AddressInfo } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpTarget } from '../../relay/targets/smtp.ts'
import { createDeliveryFixture } from './delivery-fixture.ts'
import { createFormBook } from './form-book.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { until } from './until.ts'

const SECOND = 1000

async function deliverTo(url: string, to = ['team@northshelf.example']) {
  const from = 'Site <site@northshelf.example>'
  const target = createSmtpTarget(
    { kind: 'smtp', name: 'mail', forms: [], url, from, to, dkim: undefined },
    createFormBook(),
  )
  const fixture = await createDeliveryFixture([target])
  fixture.delivery.start()
  return { ...fixture, id: await fixture.commit() }
}

function refuse(code: number): Error {
  return Object.assign(new Error('no'), { responseCode: code })
}

const temporary: [string, SMTPServerOptions][] = [
  ['greets with 421', { onConnect: (_session, done) => done(refuse(421)) }],
  ['greets with 554', { onConnect: (_session, done) => done(refuse(554)) }],
  ['answers 451 to MAIL', { onMailFrom: (_address, _session, done) => done(refuse(451)) }],
  ['answers 450 to RCPT', { onRcptTo: (_address, _session, done) => done(refuse(450)) }],
  [
    'answers 452 after DATA',
    { onData: (stream, _session, done) => stream.resume().on('end', () => done(refuse(452))) },
  ],
]
test.each(temporary)('a server that %s gets the mail at the next try', async (_, options) => {
  const { url } = await createMailReceiver(options)
  const { id, tried, stateOf, clock } = await deliverTo(url)
  await tried(1)
  expect(await stateOf(id)).toMatchObject({
    place: 'queue',
    status: 'waiting',
    tries: 1,
    nextAt: clock.now() + 30 * SECOND,
  })
})

const permanent: [string, SMTPServerOptions, string][] = [
  ['MAIL', { onMailFrom: (_address, _session, done) => done(refuse(553)) }, '553 to MAIL FROM'],
  ['RCPT', { onRcptTo: (_address, _session, done) => done(refuse(550)) }, '550 to RCPT TO'],
  ['DATA', { onData: (stream, _session, done) => stream.resume().on('end', () => done(refuse(554))) }, '554 to DATA'],
]
test.each(permanent)(
  'a server that answers 5xx to %s ends the delivery in dead at once',
  async (_, options, detail) => {
    const { url } = await createMailReceiver(options)
    const { id, tried, stateOf } = await deliverTo(url)
    await tried(1)
    const state = await stateOf(id)
    expect(state).toMatchObject({ place: 'dead', status: 'dead', tries: 1 })
    expect(state.history).toMatchObject([{ kind: 'dead', detail }])
  },
)

test('a wrong password kills nothing: the mail waits for the operator', async () => {
  const { url } = await createMailReceiver({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  const { id, tried, stateOf } = await deliverTo(url.replace('smtp://', 'smtp://user:wrong@'))
  await tried(1)
  expect(await stateOf(id)).toMatchObject({
    place: 'queue',
    status: 'waiting',
    history: [{ detail: '535 to AUTH PLAIN' }],
  })
})

test('a refused connection is temporary', async () => {
  const { url, close } = await createMailReceiver()
  await close()
  const { id, tried, stateOf } = await deliverTo(url)
  await tried(1)
  expect(await stateOf(id)).toMatchObject({ place: 'queue', status: 'waiting', tries: 1 })
})

test('a connection that is dropped after DATA, its answer lost, is tried again under the same Message-ID', async () => {
  const seen: string[] = []
  const receiver = await createMailReceiver({
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        seen.push(/^Message-ID: (.+)$/im.exec(text)?.[1]?.trim() ?? '')
        if (seen.length > 1) return done()
        for (const connection of receiver.server.connections as Set<{ session: unknown; _socket: net.Socket }>)
          if (connection.session === session) connection._socket.destroy()
      })
    },
  })
  const { id, tried, stateOf, clock } = await deliverTo(receiver.url)
  await tried(1)
  expect(await stateOf(id)).toMatchObject({ place: 'queue', status: 'waiting', tries: 1 })
  await until('the timer', () => clock.pending().includes(30 * SECOND))
  clock.advance(30 * SECOND)
  await tried(2)
  expect(await stateOf(id)).toMatchObject({ place: 'done', status: 'delivered', tries: 2 })
  expect(seen).toEqual([`<${id}@northshelf.example>`, `<${id}@northshelf.example>`])
})

test('a server that never greets is given up after two minutes and let go of', async () => {
  let open = 0
  const server = net.createServer((socket) => {
    open++
    socket.on('close', () => open--).on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { id, tried, stateOf, clock } = await deliverTo(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await until('the connection', () => open === 1)
  clock.advance(120 * SECOND)
  await tried(1)
  expect(await stateOf(id)).toMatchObject({ place: 'queue', status: 'waiting', tries: 1 })
  await until('the connection is closed', () => open === 0)
})

test('a mail that one of two recipients refuses is delivered, and the state says so', async () => {
  const { url, mails } = await createMailReceiver({
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? refuse(550) : undefined),
  })
  const { id, tried, stateOf } = await deliverTo(url, ['team@northshelf.example', 'gone@northshelf.example'])
  await tried(1)
  expect(await stateOf(id)).toMatchObject({ place: 'done', history: [{ detail: 'taken for 1, refused for 1' }] })
  expect(mails).toHaveLength(1)
})
