import { generateKeyPairSync } from 'node:crypto'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { listCommand } from '../../relay/commands/list.ts'
import { runPreflightChecks } from '../../relay/commands/preflight.ts'
import { readConfig } from '../../relay/config.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { sendRelayRequest } from '../../relay/spool/relay-socket.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { collect } from './collect.ts'
import { SUBMIT } from './http-fixture.ts'
import type { ReceivedMail } from './mail-receiver.ts'
import { CONTACT, type MailRelayOptions, startMailRelay } from './mail-relay.ts'
import { createSiteForms } from './site-forms.ts'
import { temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CONFIRMATION = {
  subject: 'Your message is with us',
  body: 'We read every message and answer within 24-48 hours.\n\nWrite to hello@northshelf.example if it is urgent.',
}

/** Returns the site's forms, with a confirmation email for the contact form. */
function createConfirmingBook(confirmation: Contract['confirmation'] = CONFIRMATION): SiteForms {
  const book = createSiteForms()
  const contact = { ...(book.forms.contact as Contract), confirmation }
  return { ...book, forms: { ...book.forms, contact } }
}

const start = (options: MailRelayOptions = {}) => startMailRelay({ forms: createConfirmingBook(), ...options })

function refuse(code: number, text = 'no'): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

/** Refuses all recipients except the team. */
function refuseVisitors(code: number, text?: string): SMTPServerOptions {
  return {
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('team@') ? undefined : refuse(code, text)),
  }
}

const headOf = ({ raw }: ReceivedMail) => raw.toString('latin1').split('\r\n\r\n')[0] ?? ''

test('the visitor receives the confirmation email defined in the form, which contains no visitor input', async () => {
  const { post, ended, confirmations } = await start()
  const id = await post()
  expect(await ended(id)).toMatchObject({ status: 'delivered', tries: 1 })
  const [received, ...more] = confirmations()
  expect(more).toEqual([])
  const { mail, from, to, raw } = received as ReceivedMail
  expect([from, ...to]).toEqual(['site@northshelf.example', 'ada@brand.example'])
  expect(mail.subject).toBe(CONFIRMATION.subject)
  expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(
    `${CONFIRMATION.body}\n\n-- \nYou received this email because your address was entered at https://northshelf.example on Jan 5, 2026, 9:00:00 AM UTC. If that was not you, you can ignore it.\nNumber ${id}.`,
  )
  expect(mail.html).toContain('within <bdi>24-48 hours</bdi>')
  expect(mail.html).toContain('<a href="mailto:hello@northshelf.example">')
  expect(mail).toMatchObject({
    from: { name: 'Northshelf site', address: 'site@northshelf.example' },
    to: [{ name: '', address: 'ada@brand.example' }],
    replyTo: [{ address: 'hello@northshelf.example' }],
    messageId: `<${id}.confirm@northshelf.example>`,
    attachments: [],
  })
  expect(headOf(received as ReceivedMail)).toContain('Auto-Submitted: auto-replied')
  expect(raw.toString()).not.toMatch(/Zebedee|Xylophones/)
})

test('confirmations are signed with DKIM, as are emails that contain submissions', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const env = { SMTP_DKIM_DOMAIN: 'northshelf.example', SMTP_DKIM_SELECTOR: 'relay', SMTP_DKIM_KEY: key }
  const { post, ended, mails } = await start({ env })
  await ended(await post())
  expect(mails.map((mail) => /^DKIM-Signature:.+d=northshelf\.example;/m.test(headOf(mail)))).toEqual([true, true])
})

test('no confirmation is sent if the form defines none or the visitor entered no email address', async () => {
  const book = createConfirmingBook()
  const contact = book.forms.contact as Contract
  const optional: Contract = {
    ...contact,
    groups: contact.groups.map(({ fields }) => ({ fields: fields.map((field) => ({ ...field, required: false })) })),
  }
  const { post, at, confirmations } = await start({ forms: { ...book, forms: { ...book.forms, contact: optional } } })
  const ids = [
    await post({ email: '' }),
    await post({ formType: 'get-started', brandName: 'B', sellsOn: 'amazon', mainGoals: 'More' }),
  ]
  for (const id of ids) expect((await at(id)).envelope.targets).toEqual(['mail'])
  expect(confirmations()).toEqual([])
})

test.each([
  'ada@brand.example, bob@brand.example',
  'ada@brand.example\r\nBcc: bob@brand.example',
  'Ada <ada@brand.example>',
  'adä@brand.example',
  'ada@brand.example;bob@brand.example',
  '"a b"@brand.example',
])('a submission with the email address %j is refused', async (email) => {
  const { address, mails } = await start()
  const answer = await fetch(address + SUBMIT, {
    method: 'POST',
    body: JSON.stringify({ ...CONTACT, email }),
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(422)
  expect(mails).toEqual([])
})

test('a confirmation to an internationalized domain is addressed to the ASCII form of the domain', async () => {
  const { post, ended, confirmations } = await start()
  await ended(await post({ email: 'ada@xn--brnd-loa.example' }))
  expect(confirmations().map(headOf)).toEqual([expect.stringContaining('\r\nTo: ada@xn--brnd-loa.example\r\n')])
})

test('no confirmation is sent for spam until an operator releases it', async () => {
  const { post, at, ended, confirmations, clock, folder } = await start()
  const id = await post({ _subject: 'Buy' })
  await at(id, 'spam')
  // Waits for a later submission's confirmation, which would be sent after one for the spam.
  await ended(await post({ email: 'bob@brand.example' }))
  expect(confirmations().map(({ to }) => to)).toEqual([['bob@brand.example']])
  clock.advance(20 * DAY)
  await sendRelayRequest(folder, { do: 'release', id })
  expect(await ended(id)).toMatchObject({ status: 'delivered' })
  expect(confirmations()).toHaveLength(2)
})

describe('the confirmation of an accepted submission', () => {
  test('is skipped if the mailbox received a confirmation within the last day', async () => {
    const { post, ended, confirmations, mails, clock, counted } = await start()
    await ended(await post())
    const same = ['ada@brand.example', 'Ada@Brand.example', 'a.d.a@brand.example', 'ada+shop@brand.example']
    for (let at = 0; at < 20; at++)
      expect(await ended(await post({ email: same[at % same.length], message: `${at}` }))).toMatchObject({
        status: 'abandoned',
        history: [{ kind: 'abandoned', detail: 'this address received a confirmation within the last day' }],
      })
    expect(confirmations()).toHaveLength(1)
    expect(mails).toHaveLength(22)
    await counted('skipped', 20)
    clock.advance(DAY)
    expect(await ended(await post({ message: 'next day' }))).toMatchObject({ status: 'delivered' })
  })

  test('is skipped if the mailbox received a confirmation shortly before the relay restarted', async () => {
    const first = await start({ env: { RELAY_CONFIRMATIONS_PER_HOUR: '2' } })
    await first.ended(await first.post())
    await first.close()
    const { folder, clock } = first
    const { post, ended } = await start({ folder, clock, env: { RELAY_CONFIRMATIONS_PER_HOUR: '2' } })
    expect(await ended(await post({ message: 'again' }))).toMatchObject({ status: 'abandoned' })
    expect(await ended(await post({ email: 'bob@brand.example' }))).toMatchObject({ status: 'delivered' })
    expect(await ended(await post({ email: 'cleo@brand.example' }))).toMatchObject({
      history: [{ detail: '2 confirmations were sent within the last hour' }],
    })
  })

  test('is skipped if too many confirmations were sent within the last hour', async () => {
    const { post, ended, confirmations, clock, alerts } = await start({ env: { RELAY_CONFIRMATIONS_PER_HOUR: '3' } })
    const ends: (string | undefined)[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      ends.push((await ended(await post({ email: `${name}@brand.example` })))?.status)
    expect(ends).toEqual(['delivered', 'delivered', 'delivered', 'abandoned', 'abandoned'])
    clock.advance(HOUR)
    expect(await ended(await post({ email: 'f@brand.example' }))).toMatchObject({ status: 'delivered' })
    expect(confirmations()).toHaveLength(4)
    expect(alerts()).toEqual([])
  })

  test('is skipped for all but one of several concurrent submissions from the same address', async () => {
    const { post, ended, confirmations } = await start()
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => post({ message: `${at}` })))
    const ends = await Promise.all(ids.map(ended))
    expect(ends.map((end) => end?.status).sort()).toEqual([...Array(11).fill('abandoned'), 'delivered'])
    expect(confirmations()).toHaveLength(1)
  })

  test('is skipped if the mail server does not know the address', async () => {
    const { post, ended, alerts, mails } = await start({ server: { ...refuseVisitors(550, '5.1.1 no such user') } })
    expect(await ended(await post())).toMatchObject({
      status: 'abandoned',
      tries: 1,
      history: [{ kind: 'abandoned', detail: expect.stringContaining('RCPT TO: 550 5.1.1 no such user') }],
    })
    expect(mails.length).toBeLessThanOrEqual(1)
    expect(alerts()).toEqual([])
  })

  test('is skipped if the mail server keeps denying relay access for hours', async () => {
    const { post, at, alerts, clock, counted } = await start({
      server: refuseVisitors(554, '5.7.1 relay access denied'),
    })
    const id = await post()
    const delivery = () =>
      at(id, 'queue').then(({ deliveries }) => deliveries.find(({ target }) => target === 'confirm'))
    for (let tries = 1; tries < 8; tries++) {
      await until(`attempt ${tries}`, async () => (await delivery())?.history.length === tries)
      await until('the timer', () => clock.pending().some((pause) => pause < 5 * HOUR))
      clock.advance(5 * HOUR)
    }
    const { deliveries } = await at(id)
    expect(deliveries).toMatchObject([{ status: 'delivered' }, { target: 'confirm', status: 'abandoned', tries: 8 }])
    expect(alerts()).toEqual([])
    await counted('temporary', 8)
  })
})

describe('a confirmation that is pending when the relay restarts', () => {
  /** Starts a relay whose mail server defers the confirmation, then stops the relay. */
  async function stopWhileDeferred(options: MailRelayOptions = {}) {
    const relay = await start({ ...options, server: refuseVisitors(450) })
    const id = await relay.post()
    await until('the first attempt has ended', async () => {
      const { deliveries } = await relay.at(id, 'queue')
      return deliveries.every(({ history }) => history.length > 0)
    })
    await relay.close()
    relay.clock.advance(MINUTE)
    const { folder, clock } = relay
    return { id, folder, clock }
  }

  test('is sent after the restart', async () => {
    const { id, ...rest } = await stopWhileDeferred()
    const { ended, confirmations, alerts } = await start(rest)
    expect(await ended(id)).toMatchObject({ status: 'delivered', tries: 2 })
    expect(confirmations()).toHaveLength(1)
    expect(alerts()).toEqual([])
  })

  test('is sent with the new text if its text has changed', async () => {
    const { id, ...rest } = await stopWhileDeferred()
    const { ended, confirmations } = await start({
      ...rest,
      forms: createConfirmingBook({ subject: 'New', body: 'Words' }),
    })
    await ended(id)
    expect(confirmations()[0]?.mail.subject).toBe('New')
  })

  test.each<[string, MailRelayOptions]>([
    ['its form no longer has a confirmation', { forms: createSiteForms() }],
    ['its form was removed', { forms: withoutContact() }],
    ['its target was removed', { env: { RELAY_TARGETS: 'mail=file' } }],
  ])('is skipped without an alert, and its submission is marked done, if %s', async (_name, change) => {
    const { id, ...rest } = await stopWhileDeferred()
    const { ended, mails, alerts, config } = await start({ ...rest, ...change })
    expect(await ended(id)).toMatchObject({ status: 'abandoned', tries: 2 })
    expect(mails).toEqual([])
    expect(alerts()).toEqual([])
    expect((await collect(listCommand.run(config))).data).toEqual([])
  })

  test('is sent through another mail target of the form if its own was removed from the settings', async () => {
    const { id, ...rest } = await stopWhileDeferred()
    const { ended, confirmations } = await start({
      ...rest,
      env: { RELAY_TARGETS: 'mail=file leads=smtp:contact', SMTP_FROM: 'leads@northshelf.example' },
    })
    expect(await ended(id)).toMatchObject({ status: 'delivered' })
    expect(confirmations().map(({ from }) => from)).toEqual(['leads@northshelf.example'])
  })
})

test('only the first mail target that accepts a form sends its confirmations', async () => {
  const { post, ended, mails } = await start({
    env: {
      RELAY_TARGETS: 'file people=smtp:job-application leads=smtp:contact all=smtp',
      RELAY_OUTBOX: await temporaryFolder(),
      SMTP_FROM_LEADS: 'leads@northshelf.example',
    },
  })
  await ended(await post())
  expect(mails.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([
    'leads@northshelf.example ada@brand.example',
    'leads@northshelf.example team@northshelf.example',
    'site@northshelf.example team@northshelf.example',
  ])
})

test('a form with a confirmation but no mail target accepts submissions, but causes a startup warning', async () => {
  const env = { RELAY_TARGETS: 'file', RELAY_OUTBOX: await temporaryFolder() }
  const { post, at, mails, config, forms, address } = await start({ env: { ...env, RELAY_INBOX: 'true' } })
  const id = await post()
  expect((await at(id)).envelope.targets).toEqual(['file'])
  expect(mails).toEqual([])
  expect(await runPreflightChecks(config, forms)).toContain(
    'confirm: no email target accepts contact, so visitors receive no confirmation.',
  )
  // Authors can still preview the confirmation.
  expect(await (await fetch(`${address}/inbox`)).text()).toContain('Email to the visitor: not sent')
  expect(await (await fetch(`${address}/inbox/${id}/mail/confirm`)).text()).toContain('We read every message')
})

test('a form with a confirmation causes a startup warning if confirmations are disabled', async () => {
  const { config, forms } = await start({ env: { RELAY_CONFIRMATIONS_PER_HOUR: '0' } })
  expect(await runPreflightChecks(config, forms)).toContain(
    'confirm: RELAY_CONFIRMATIONS_PER_HOUR is 0, so visitors receive no email for contact.',
  )
})

test('the inbox shows the confirmation as it was sent', async () => {
  const { post, ended, address } = await start({ env: { RELAY_INBOX: 'true' } })
  const id = await post()
  await ended(id)
  const page = await (await fetch(`${address}/inbox`)).text()
  expect(page).toContain('To: ada@brand.example')
  expect(page).toContain(`Subject: ${CONFIRMATION.subject}`)
  expect(page).not.toContain('not sent')
  expect(await (await fetch(`${address}/inbox/${id}/mail/confirm`)).text()).toContain('We read every message')
})

test('retrying a submission does not send its confirmation again on the same day', async () => {
  const { post, ended, at, confirmations, mails, folder } = await start()
  const id = await post()
  await ended(id)
  await sendRelayRequest(folder, { do: 'retry', id })
  await until('the submission was sent again', () => mails.length === 3)
  await at(id)
  expect(confirmations()).toHaveLength(1)
})

test('a target cannot be named "confirm", which is reserved for confirmations', () => {
  expect(() => readConfig({ RELAY_TARGETS: 'confirm=file' })).toThrow(
    'RELAY_TARGETS: the name "confirm" is reserved for emails to visitors; choose another one.',
  )
})

function withoutContact(): SiteForms {
  const { contact: _contact, ...forms } = createSiteForms().forms
  return { ...createSiteForms(), forms }
}
