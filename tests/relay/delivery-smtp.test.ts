import type net from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { createSmtpTarget, type SessionTimeouts } from '../../relay/targets/smtp.ts'
import { createDeliveryFixture } from './delivery-fixture.ts'
import { createFakeClock } from './fake-clock.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { createSiteForms } from './site-forms.ts'
import { until } from './until.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

async function deliverTo(
  url: string,
  to = ['team@northshelf.example'],
  { timeouts, files, linkSecret }: { timeouts?: SessionTimeouts; files?: Buffer[]; linkSecret?: string } = {},
) {
  const from = 'Site <site@northshelf.example>'
  const linksFor = ({ secret }: { secret: string }) => ({
    linkTo: (id: string, { file }: { file: string }) => `https://relay.example/${id}/${file}?${secret}`,
    open: async () => undefined,
    linkToOutcome: () => undefined,
    checkPageLink: () => 'forged' as const,
  })
  const target = createSmtpTarget(
    { name: 'mail', forms: [], url, from, to, dkim: undefined, linkSecret },
    { forms: createSiteForms(), clock: createFakeClock(), linksFor },
    timeouts,
  )
  const fixture = await createDeliveryFixture([target])
  fixture.delivery.start()
  return { ...fixture, id: await fixture.commit({}, files) }
}

function refuse(code: number, text = 'no'): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

function refuseContent(code: number, text?: string): SMTPServerOptions {
  return { onData: (stream, _session, done) => stream.resume().on('end', () => done(refuse(code, text))) }
}

const temporary: [string, SMTPServerOptions, string][] = [
  ['rejects the connection with 421', { onConnect: (_session, done) => done(refuse(421)) }, 'greeting: 421 no'],
  ['replies 451 to MAIL FROM', { onMailFrom: (_address, _session, done) => done(refuse(451)) }, 'MAIL FROM: 451 no'],
  ['replies 450 to RCPT TO', { onRcptTo: (_address, _session, done) => done(refuse(450)) }, 'RCPT TO: 450 no'],
  ['replies 452 to the message', refuseContent(452), 'end of DATA: 452 no'],
]
const settings: [string, SMTPServerOptions, string][] = [
  ['rejects the connection with 554', { onConnect: (_session, done) => done(refuse(554)) }, 'greeting: 554 no'],
  ['requires a password', { onMailFrom: (_address, _session, done) => done(refuse(530)) }, 'MAIL FROM: 530 no'],
  ['refuses the sender', { onMailFrom: (_address, _session, done) => done(refuse(553)) }, 'MAIL FROM: 553 no'],
  ['refuses the recipient', { onRcptTo: (_address, _session, done) => done(refuse(550)) }, 'RCPT TO: 550 no'],
  [
    'refuses to relay',
    { onRcptTo: (_address, _session, done) => done(refuse(554, '5.7.1 no')) },
    'RCPT TO: 554 5.7.1 no',
  ],
  ['refuses the sender domain after DATA', refuseContent(550, '5.7.26 no'), 'end of DATA: 550 5.7.26 no'],
]
test.each([...temporary.map((row) => [...row, false] as const), ...settings.map((row) => [...row, true] as const)])(
  'an email is retried if the server %s, and the operator is alerted if settings must change',
  async (_name, options, reply, alerted) => {
    const { url } = await createMailReceiver(options)
    const { id, attempted, stateOf, clock, alerts } = await deliverTo(url)
    await attempted(1)
    const state = await stateOf(id)
    expect(state).toMatchObject({ place: 'queue', status: 'waiting', tries: 1, nextAt: clock.now() + 30 * SECOND })
    expect(state.history.at(-1)?.detail).toContain(`${new URL(url).host}, ${reply}`)
    expect(alerts.map(({ kind }) => kind)).toEqual(alerted ? ['refused'] : [])
  },
)

test.each([
  ['without an enhanced status code', 554, undefined],
  ['as too large', 552, '5.3.4 no'],
  ['for its content', 554, '5.6.0 no'],
])('an email fails permanently on the first attempt if the server refuses it %s', async (_name, code, text) => {
  const { url } = await createMailReceiver(refuseContent(code, text))
  const { id, attempted, stateOf, alerts } = await deliverTo(url)
  await attempted(1)
  const state = await stateOf(id)
  expect(state).toMatchObject({ place: 'dead', status: 'dead', tries: 1 })
  expect(state.history.at(-1)?.detail).toContain(`end of DATA: ${code}`)
  expect(alerts.map(({ kind }) => kind)).toEqual(['dead'])
})

test('an email is retried after the server rejects the password', async () => {
  const { url } = await createMailReceiver({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  const { id, attempted, stateOf } = await deliverTo(`${url.replace('smtp://', 'smtp://user:wrong@')}?requireTLS=false`)
  await attempted(1)
  const state = await stateOf(id)
  expect(state).toMatchObject({ place: 'queue', status: 'waiting' })
  expect(state.history.at(-1)?.detail).toContain('AUTH PLAIN: 535')
})

test('a password is sent without TLS only if SMTP_URL allows it', async () => {
  let passwords = 0
  const auth: SMTPServerOptions = {
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      passwords++
      done(null, { user: 'user' })
    },
  }
  const withUser = (url: string) => url.replace('smtp://', 'smtp://user:secret@')
  const plain = await createMailReceiver({ ...auth, disabledCommands: ['STARTTLS'] })
  const refused = await deliverTo(withUser(plain.url))
  await refused.attempted(1)
  expect((await refused.stateOf(refused.id)).history.at(-1)?.detail).toMatch(/STARTTLS: 5.*\?requireTLS=false/)
  expect(refused.alerts).toMatchObject([{ kind: 'refused', detail: expect.stringContaining('STARTTLS') }])
  expect(passwords).toBe(0)

  const allowed = await deliverTo(`${withUser(plain.url)}?requireTLS=false`)
  await allowed.attempted(1)
  expect(await allowed.stateOf(allowed.id)).toMatchObject({ status: 'delivered' })
  const { url } = await createMailReceiver({ ...auth, allowInsecureAuth: false, disabledCommands: [] })
  const secured = await deliverTo(`${withUser(url)}?tls.rejectUnauthorized=false`)
  await secured.attempted(1)
  expect(await secured.stateOf(secured.id)).toMatchObject({ status: 'delivered' })
  expect(passwords).toBe(2)
})

test('a local server without a password may have an invalid certificate, unless SMTP_URL requires a valid one', async () => {
  const { url, mails } = await createMailReceiver({ disabledCommands: ['AUTH'] })
  const accepted = await deliverTo(url)
  await accepted.attempted(1)
  expect(await accepted.stateOf(accepted.id)).toMatchObject({ status: 'delivered' })
  expect(mails).toHaveLength(1)
  const withPassword = url.replace('smtp://', 'smtp://user:secret@')
  for (const strict of [`${url}?requireTLS=true`, withPassword, `${withPassword}?requireTLS=false`]) {
    const { id, attempted, stateOf, alerts } = await deliverTo(strict)
    await attempted(1)
    const { status, history } = await stateOf(id)
    expect(status).toBe('waiting')
    expect(history.at(-1)?.detail).toMatch(
      /STARTTLS: certificate has expired \(CERT_HAS_EXPIRED\).*NODE_EXTRA_CA_CERTS/,
    )
    expect(alerts.map(({ kind }) => kind)).toEqual(['refused'])
  }
  expect(mails).toHaveLength(1)
})

test('?ignoreTLS=true in SMTP_URL sends everything unencrypted, even a password', async () => {
  const { url, mails } = await createMailReceiver({
    ...{ allowInsecureAuth: true, disabledCommands: [] },
    onAuth: (_auth, { secure }, done) => done(secure ? new Error('encrypted') : null, { user: 'user' }),
  })
  const { id, attempted, stateOf } = await deliverTo(`${url.replace('smtp://', 'smtp://user:secret@')}?ignoreTLS=true`)
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ status: 'delivered' })
  expect(mails).toHaveLength(1)
})

test('a refused connection is treated as a temporary failure', async () => {
  const { url, close } = await createMailReceiver()
  await close()
  const { id, attempted, stateOf } = await deliverTo(url)
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ place: 'queue', status: 'waiting', tries: 1 })
})

test('an email is retried with the same Message-ID if the connection is lost after DATA', async () => {
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
  const { id, attempted, stateOf, clock } = await deliverTo(receiver.url)
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ place: 'queue', status: 'waiting', tries: 1 })
  await until('the timer', () => clock.pending().includes(30 * SECOND))
  clock.advance(30 * SECOND)
  await attempted(2)
  expect(await stateOf(id)).toMatchObject({ place: 'done', status: 'delivered', tries: 2 })
  expect(seen).toEqual([`<${id}@northshelf.example>`, `<${id}@northshelf.example>`])
})

const LONG_TIMEOUTS: SessionTimeouts = { connection: MINUTE, greeting: MINUTE, idle: MINUTE }
const NO_GREETING: SessionTimeouts = { ...LONG_TIMEOUTS, greeting: 100 }
// Long enough for the server to reply to every command before the one that it never answers.
const NO_REPLY: SessionTimeouts = { ...LONG_TIMEOUTS, idle: 1500 }
const silent: [string, SessionTimeouts, SMTPServerOptions][] = [
  ['greeting', NO_GREETING, { onConnect: () => {} }],
  ['MAIL FROM', NO_REPLY, { onMailFrom: () => {} }],
  ['RCPT TO', NO_REPLY, { onRcptTo: () => {} }],
  ['end of DATA', NO_REPLY, { onData: (stream) => void stream.resume() }],
]
test.each(silent)(
  'the relay disconnects from a server that stops replying, and records the SMTP phase: %s',
  async (phase, timeouts, options) => {
    const { url, server } = await createMailReceiver(options)
    const { id, attempted, stateOf } = await deliverTo(url, undefined, { timeouts })
    await attempted(1)
    const state = await stateOf(id)
    expect(state).toMatchObject({ place: 'queue', status: 'waiting', tries: 1 })
    expect(state.history.at(-1)?.detail).toMatch(new RegExp(`, ${phase}: .+\\(ETIMEDOUT\\)$`))
    await until('the connection is closed', () => server.connections.size === 0)
  },
)

test('an email is sent only once, even if the server takes hours to read it and nine minutes to reply', async () => {
  let reply = () => {}
  const { url } = await createMailReceiver({
    onData: (stream, _session, done) =>
      void stream.resume().on('end', () => {
        reply = done
        waiting = true
      }),
  })
  let waiting = false
  const { id, attempted, stateOf, clock, results } = await deliverTo(url)
  await until('the email has arrived', () => waiting)
  clock.advance(3 * 60 * MINUTE + 9 * MINUTE)
  reply()
  await attempted(1)
  expect(await stateOf(id)).toMatchObject({ place: 'done', status: 'delivered', tries: 1 })
  expect(results).toHaveLength(1)
})

test('stopping a relay aborts an email that the server has not answered, and keeps it for the next start', async () => {
  let connected = false
  const { url } = await createMailReceiver({
    onData: (stream) => {
      connected = true
      stream.resume()
    },
  })
  const { id, stateOf, delivery, store, open } = await deliverTo(url)
  await until('the email is being sent', () => connected)
  await delivery.stop(0)
  expect(await stateOf(id)).toMatchObject({ place: 'queue', status: 'waiting', tries: 0 })
  await store.close()
  await open({ targets: ['mail'] })
  const [state] = (await store.read(id))?.deliveries ?? []
  expect(state).toMatchObject({ status: 'waiting', tries: 0 })
  expect(state).not.toHaveProperty('interruptions')
})

describe('an email to several recipients', () => {
  const to = ['Team <team@northshelf.example>', 'slow@northshelf.example', 'gone@northshelf.example']
  /** Starts a server that sends each recipient's replies in order, one per attempt, then repeats the last reply. */
  async function receive(replies: Record<string, number[]>) {
    const requested: string[] = []
    const receiver = await createMailReceiver({
      onRcptTo({ address }, _session, done) {
        const [local = ''] = address.split('@')
        requested.push(local)
        const own = replies[local] ?? []
        const code = own.length > 1 ? own.shift() : own[0]
        done(code ? refuse(code) : undefined)
      },
    })
    return { ...receiver, requested }
  }

  test('is retried only for recipients that the server refused temporarily', async () => {
    const { url, mails, requested } = await receive({ slow: [450, 450, 0] })
    const { id, attempted, stateOf, clock } = await deliverTo(url, to.slice(0, 2))
    await attempted(1)
    expect(await stateOf(id)).toMatchObject({ place: 'queue', reached: ['team@northshelf.example'] })
    for (const [count, pause] of [30 * SECOND, 2 * MINUTE].entries()) {
      await until('the timer', () => clock.pending().includes(pause))
      clock.advance(pause)
      await attempted(count + 2)
    }
    const state = await stateOf(id)
    expect(state).toMatchObject({ place: 'done', status: 'delivered', tries: 3 })
    expect(state.reached).toBeUndefined()
    expect(state.history.map(({ detail }) => detail.split(':')[0])).toEqual([
      'accepted for 1, refused for 1',
      'accepted for 1, refused for 1',
      'accepted for 2',
    ])
    expect(requested).toEqual(['team', 'slow', 'slow', 'slow'])
    expect(mails.map(({ to }) => to)).toEqual([['team@northshelf.example'], ['slow@northshelf.example']])
    expect(mails[1]?.mail.to).toHaveLength(2)
  })

  test('counts as delivered, and raises an alert, if the server permanently refuses one recipient', async () => {
    const { url, mails } = await receive({ slow: [450, 0], gone: [550] })
    const { id, attempted, stateOf, clock, alerts } = await deliverTo(url, to)
    await attempted(1)
    expect(await stateOf(id)).toMatchObject({ place: 'queue', reached: ['team@northshelf.example'] })
    await until('the timer', () => clock.pending().includes(30 * SECOND))
    clock.advance(30 * SECOND)
    await attempted(2)
    const state = await stateOf(id)
    expect(state).toMatchObject({ place: 'done', status: 'delivered' })
    expect(state.history.at(-1)?.detail).toContain('accepted for 2, refused for 1: 127.0.0.1')
    expect(mails).toHaveLength(2)
    expect(alerts).toMatchObject([
      { kind: 'refused', id, target: 'mail', detail: expect.stringMatching(/RCPT TO: 550$/) },
      { kind: 'refused' },
    ])
  })
})

describe('an email whose attachments the server does not accept', () => {
  const FILE = Buffer.alloc(90_000, 7)
  const LARGEST = 100_000
  /** Refuses large messages after DATA, like servers that advertise no size limit. */
  const refuseLarge = (code: number, text: string): SMTPServerOptions => ({
    hideSize: true,
    onData(stream, _session, done) {
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      stream.on('end', () => done(size > LARGEST ? refuse(code, text) : null))
    },
  })
  const largeRecipient: SMTPServerOptions = {
    ...{ hideSize: true, size: LARGEST },
    onRcptTo({ address }, { envelope: { mailFrom } }, done) {
      const { SIZE } = (mailFrom || { args: {} }).args || {}
      done(address.startsWith('small@') && Number(SIZE) > LARGEST ? refuse(552, '5.2.3 no') : undefined)
    },
  }

  test.each<[string, SMTPServerOptions, string]>([
    ['announces a smaller SIZE', { size: LARGEST }, `accepts at most ${LARGEST} bytes`],
    ['replies 552 5.3.4 to the message', refuseLarge(552, '5.3.4 no'), 'end of DATA: 552'],
    ['replies 552 without an enhanced status code', refuseLarge(552, 'no'), 'end of DATA: 552'],
    ['refuses the content', refuseLarge(554, '5.6.0 no'), 'end of DATA: 554'],
    ['refuses the size for the recipient', largeRecipient, 'RCPT TO: 552'],
  ])('is sent without attachments in the same attempt if the server %s', async (_name, options, setup) => {
    const { url } = await createMailReceiver(options)
    const { id, attempted, stateOf, alerts } = await deliverTo(url, ['small@northshelf.example'], { files: [FILE] })
    await attempted(1)
    const state = await stateOf(id)
    expect(state).toMatchObject({ place: 'done', status: 'delivered', tries: 1 })
    expect(state.history.at(-1)?.detail).toContain('accepted for 1, without files: 127.0.0.1')
    expect(alerts).toMatchObject([
      { kind: 'refused', detail: expect.stringMatching(new RegExp(`${setup}; sent without files$`)) },
    ])
  })

  test.each([
    ['links', 'secret', (id: string) => `https://relay.example/${id}/0.bin?secret`],
    ['export instructions', undefined, (id: string) => `On the server: relay export ${id} --to <folder>`],
  ])('has %s instead of attachments, but only for recipients that refuse them', async (_name, linkSecret, place) => {
    const { url, mails } = await createMailReceiver(largeRecipient)
    const to = ['small@northshelf.example', 'large@northshelf.example']
    const { attempted, stateOf, id } = await deliverTo(url, to, {
      files: [FILE],
      ...(linkSecret ? { linkSecret } : {}),
    })
    await attempted(1)
    expect(await stateOf(id)).toMatchObject({ place: 'done', status: 'delivered' })
    expect(mails.map(({ to, mail }) => [to, mail.attachments.length])).toEqual([
      [['large@northshelf.example'], 1],
      [['small@northshelf.example'], 0],
    ])
    expect(mails[1]?.mail.text).toContain(
      `Not attached:\nToo large for the mail server:\nResume.pdf (0.1 MB)\n${place(id)}\n`,
    )
  })

  test.each([
    [10_240_000, 'job-application'],
    [30_000_000, undefined],
  ])('causes a probe warning only if a form accepts files that exceed a SIZE limit of %i', async (size, form) => {
    const { url } = await createMailReceiver({ size })
    const config = { name: 'mail', forms: [], url, from: 'site@northshelf.example', to: [], dkim: undefined }
    const found = await createSmtpTarget(config, { forms: createSiteForms(), clock: createFakeClock() }).probe()
    if (form)
      expect(found).toEqual({ warning: expect.stringMatching(/at most 9\.8 MB, .*job-application \(up to 13\.7/) })
    else expect(found).toMatch(/ responds$/)
  })
})

test('the relay suggests smtp:// if SMTP_URL uses smtps:// but the port does not use TLS', async () => {
  const { url } = await createMailReceiver()
  const config = { name: 'mail', from: 'a@b.example', to: ['c@d.example'], dkim: undefined, forms: [] }
  const context = { forms: createSiteForms(), clock: createFakeClock() }
  const target = createSmtpTarget({ ...config, url: url.replace('smtp://', 'smtps://') }, context)
  await expect(target.probe()).rejects.toThrow('write smtp:// instead of smtps:// in SMTP_URL')
})
