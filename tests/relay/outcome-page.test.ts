import { expect, test } from 'vitest'
import { personEraseCommand } from '../../relay/commands/person-erase.ts'
import { createAttachmentLinks } from '../../relay/targets/attachment-links.ts'
import { createSmtpTarget } from '../../relay/targets/smtp.ts'
import { createDeliveryFixture } from './delivery-fixture.ts'
import { createFakeClock } from './fake-clock.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { HTML, readResponse } from './http-fixture.ts'
import { createMailReceiver } from './mail-receiver.ts'
import { CONTACT, type MailRelayOptions, startMailRelay } from './mail-relay.ts'
import { createSiteForms } from './site-forms.ts'
import { createSpoolFixture } from './spool-fixture.ts'

const DAY = 24 * 60 * 60 * 1000
const LINK_SECRET = 'a secret of 24 characters'
const LINKS = { RELAY_PUBLIC_URL: 'https://forms.example/', RELAY_LINK_SECRET: LINK_SECRET }

/** Starts a relay, sends a submission and reads the link in the email about it. */
async function createFixture({ env = {}, ...options }: MailRelayOptions = {}) {
  const relay = await startMailRelay({ ...options, env: { ...LINKS, ...env } })
  const id = await relay.post()
  await relay.at(id)
  const mail = relay.mails[0]?.mail
  const url = new URL(/https:\/\/forms\.example\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank')
  const link = url.pathname + url.search
  const request = async (init: RequestInit = {}, path = link) =>
    readResponse(await fetch(relay.address + path, { headers: HTML, redirect: 'manual', ...init }))
  const record = (fields: Record<string, string>, path = link) =>
    request({ method: 'POST', body: new URLSearchParams(fields) }, path)
  const outcomes = async () => (await relay.at(id)).outcomes.map(({ status, value }) => [status, value])
  return { ...relay, id, mail, url, link, request, record, outcomes }
}

test('an email contains a link to record the outcome, which works for this submission only', async () => {
  const { mail, url, link, id, post, at, request, outcomes } = await createFixture()
  expect(url.pathname).toBe(`/attachments/${id}/outcome`)
  expect(mail?.text).toMatch(/\n-- \n(?:.*\n)*Record the outcome: https:\/\/forms\.example\/attachments\/\S+\n+$/)
  expect(mail?.html).toContain(`<a href="${url.href.replaceAll('&', '&amp;')}">Record the outcome</a>`)
  const other = await post()
  await at(other)
  expect((await request({}, link.replace(id, other))).status).toBe(404)
  expect((await request()).status).toBe(200)
  expect(await outcomes()).toEqual([])
})

test.each([
  ['no public URL', { RELAY_PUBLIC_URL: '' }],
  ['no secret', { RELAY_LINK_SECRET: '' }],
])('emails contain no link with %s', async (_, env) => {
  const { mail } = await createFixture({ env })
  expect(mail?.text).not.toContain('Record the outcome')
  expect(mail?.html).not.toContain('Record the outcome')
})

test('emails about canaries and digests contain no link', async () => {
  const { url, mails } = await createMailReceiver()
  const clock = createFakeClock()
  const target = createSmtpTarget(
    {
      ...{ name: 'mail', forms: [], url, from: 'a@x.example', to: ['b@x.example'], dkim: undefined },
      ...{ publicUrl: LINKS.RELAY_PUBLIC_URL, linkSecret: LINK_SECRET },
    },
    {
      ...{ forms: createSiteForms(), clock },
      linksFor: (settings) => createAttachmentLinks({ publicUrl: undefined, ...settings, store: {} as never, clock }),
    },
  )
  const { delivery, commit, attempted } = await createDeliveryFixture([target])
  for (const more of [{}, { canary: true }, { formType: 'relay.held' }]) await commit(more)
  delivery.start()
  await attempted(3)
  expect(mails.filter(({ mail }) => mail.text?.includes('Record the outcome'))).toHaveLength(1)
})

test('the page shows the subject, the time, all outcomes and three buttons, and records with POST only', async () => {
  const { request, record, outcomes, clock, link } = await createFixture()
  const empty = await request()
  expect(empty.text).toContain('<h1>Message: Zebedee</h1>')
  expect(empty.text).toContain('Received on Jan 5, 2026, 9:00:00 AM UTC')
  expect(empty.text).toContain('Not recorded yet.')
  expect([...empty.text.matchAll(/<button[^>]* value="(\w+)"/g)].map(([, value]) => value)).toEqual([
    ...['qualified', 'won', 'lost'],
  ])
  expect(empty.text).toContain('This page can be opened until Jan 5, 2027, by anyone who has the link.')
  expect((await request({ method: 'HEAD' })).status).toBe(200)
  expect(await outcomes()).toEqual([])

  const recorded = await record({ status: 'qualified' })
  expect(recorded).toMatchObject({ status: 303, text: '' })
  const location = new URL(recorded.headers.get('location') ?? '', `https://x.example/prefix${link}`)
  expect(location.pathname + location.search).toBe(`/prefix${link}`)
  clock.advance(DAY)
  await record({ status: 'won', value: '12000.50', currency: 'EUR' })
  const { text } = await request()
  expect(text).toMatch(/Jan 6, 2026.*Won, €12,000\.50.*Jan 5, 2026.*Qualified/s)
  // The currency of the last value is preselected.
  expect(text).toContain('<option value="EUR" selected="">')
  expect(await outcomes()).toEqual([
    ['qualified', undefined],
    ['won', 12000.5],
  ])
})

test('the responses are secret: not cached, indexed or sent as a referrer, and without scripts and requests', async () => {
  const { request, record } = await createFixture()
  const responses = [await request(), await record({ status: 'won' }), await record({ status: 'x' })]
  expect(responses.map(({ status }) => status)).toEqual([200, 303, 400])
  for (const { headers } of responses) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  }
  expect(responses[0]?.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; font-src data:; img-src data:; frame-src 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(responses[0]?.text).toContain('<meta name="robots" content="noindex"/>')
})

test('a forged link has the same response whether or not the submission exists, and records nothing', async () => {
  const { request, record, outcomes, link, id } = await createFixture()
  const forged = [
    link.replace(/signature=.{4}/, 'signature=0000'),
    link.replace(/until=\d/, 'until=2'),
    link.replace(/until=\d+&/, ''),
    link.replace(/&signature=.*/, ''),
    `${link}&signature=x`,
    link.replace(/\?.*/, ''),
  ]
  const bodies = new Set<string>()
  for (const path of [...forged, ...forged.map((one) => one.replace(id, '01a1fc75-18ff-7683-8b28-9287b8e4bc90'))])
    for (const { status, text } of [await request({}, path), await record({ status: 'won' }, path)]) {
      expect([path, status]).toEqual([path, 404])
      bodies.add(text)
    }
  expect([...bodies]).toEqual([expect.stringContaining('This page does not exist')])
  expect(await outcomes()).toEqual([])
})

test('the secret of a webhook, which its receiver knows, does not sign links to record outcomes', async () => {
  const hook = await createHookReceiver()
  const { request, id, clock } = await createFixture({
    env: {
      RELAY_TARGETS: 'mail=smtp hook=webhook',
      ...{ WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' },
    },
  })
  const store = (await createSpoolFixture()).open
  const links = createAttachmentLinks({
    ...{ publicUrl: LINKS.RELAY_PUBLIC_URL, secret: SECRET, pages: true, store: await store(), clock },
  })
  const { pathname, search } = new URL(links.linkToOutcome(id) ?? '')
  expect((await request({}, pathname + search)).status).toBe(404)
})

test('the link of an erased submission no longer works', async () => {
  const { request, record, config, forms } = await createFixture()
  await record({ status: 'won' })
  await personEraseCommand.run(config, { email: CONTACT.email, forms, yes: true })
  for (const { status, text } of [await request(), await record({ status: 'lost' })])
    expect([status, text]).toEqual([410, expect.stringContaining('the submission was deleted')])
})

test('a link expires after a year', async () => {
  const { request, record, clock, folder, ...relay } = await createFixture({ env: { RELAY_KEEP_DAYS: '1000' } })
  clock.advance(365 * DAY)
  expect((await record({ status: 'qualified' })).status).toBe(303)
  clock.advance(1)
  const page = await request()
  expect(page.status).toBe(410)
  expect(page.text).toMatch(/This link no longer works.*It has expired, or the submission was deleted\./s)
  expect((await record({ status: 'won' })).status).toBe(410)
  expect((await relay.at(relay.id)).outcomes).toHaveLength(1)
})

test('invalid fields, bodies and methods have the right status and a readable page, and record nothing', async () => {
  const { request, record, outcomes } = await createFixture()
  const refused = [
    await record({}),
    await record({ status: 'paid' }),
    await record({ status: 'won', value: '-1', currency: 'EUR' }),
    await record({ status: 'won', value: '1.234', currency: 'EUR' }),
    await record({ status: 'won', value: '1e3', currency: 'EUR' }),
    await record({ status: 'won', value: '10' }),
    await record({ status: 'won', value: '10', currency: 'XYZ' }),
    await request({
      method: 'POST',
      body: 'status=won&status=lost',
      headers: { ...HTML, 'content-type': 'text/plain' },
    }),
    await request({ method: 'POST', body: new URLSearchParams('status=won&status=lost') }),
  ]
  for (const { status, text } of refused) expect([status, text]).toEqual([400, expect.stringContaining('<h1>')])
  const large = await record({ status: 'won', more: 'x'.repeat(3000) })
  expect(large).toMatchObject({ status: 413, text: expect.stringContaining('<h1>') })
  for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
    const { status, text, headers } = await request({ method })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect(text).toContain('<h1>')
  }
  expect(await outcomes()).toEqual([])
})

test('a POST that is sent again, and the same choice of two people, are recorded once; different choices are kept', async () => {
  const { record, outcomes, clock } = await createFixture()
  const won = { status: 'won', value: '10', currency: 'USD' }
  await Promise.all([record(won), record(won), record(won)])
  clock.advance(DAY)
  await record(won)
  expect(await outcomes()).toEqual([['won', 10]])
  await Promise.all([record({ status: 'lost' }), record({ status: 'qualified' })])
  expect((await outcomes()).map(([status]) => status).sort()).toEqual(['lost', 'qualified', 'won'])
})

test('requests from one address are limited', async () => {
  const { request } = await createFixture({ env: { RELAY_POSTS_PER_MINUTE: '1' } })
  const statuses = []
  for (let count = 0; count < 7; count++) statuses.push((await request()).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
})

test('on a German site, the link and the page are German', async () => {
  const forms = createSiteForms()
  const { mail, request, record } = await createFixture({
    forms: { ...forms, site: { ...forms.site, language: 'de-DE', timeZone: 'Europe/Berlin' } },
    env: { RELAY_CURRENCY: 'CHF' },
  })
  expect(mail?.text).toContain('Ergebnis eintragen: https://')
  expect((await request()).text).toContain('<option value="CHF" selected="">CHF (Schweizer Franken)</option>')
  await record({ status: 'won', value: '1234.5', currency: 'CHF' })
  const { text } = await request()
  expect(text).toContain('<html lang="de">')
  expect(text).toMatch(
    /Eingegangen am 5\. Jan\. 2026, 10:00:00 MEZ.*<dt>05\.01\.2026<\/dt><dd>Gewonnen, 1\.234,50\sCHF/s,
  )
})

test('recorded outcomes are counted and logged without data of the visitor', async () => {
  const { record, address, logged, id } = await createFixture()
  await record({ status: 'won', value: '10', currency: 'USD' })
  const metrics = await (await fetch(`${address}/metrics`)).text()
  expect(metrics).toContain('relay_outcomes_total{outcome="won"} 1\n')
  expect(metrics).toContain('relay_outcomes_total{outcome="lost"} 0\n')
  expect(logged()).toContain(`"id":"${id}","outcome":"won","msg":"outcome"`)
})
