import { describe, expect, test } from 'vitest'
import { abandonCommand, releaseCommand, retryCommand } from '../../relay/commands/change-commands.ts'
import { doctorCommand } from '../../relay/commands/doctor.ts'
import { exportCommand } from '../../relay/commands/export.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { personEraseCommand } from '../../relay/commands/person-erase.ts'
import { personExportCommand } from '../../relay/commands/person-export.ts'
import { runPreflightChecks } from '../../relay/commands/preflight.ts'
import { reportCommand } from '../../relay/commands/report.ts'
import { showCommand } from '../../relay/commands/show.ts'
import { readConfig } from '../../relay/config.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { getLowestId } from '../../relay/store/ids.ts'
import { createSignedLink } from '../../relay/targets/attachment-links.ts'
import { checkFormTargets } from '../../relay/targets/check-targets.ts'
import { type Contract, contractSchema } from '../../src/forms/contract.ts'
import { getConsentVersion } from '../../src/forms/kinds/consent/version.ts'
import { collect } from './collect.ts'
import { describeEachStore } from './each-store.ts'
import { createHookReceiver, SECRET } from './hook-receiver.ts'
import { HTML, readResponse } from './http-fixture.ts'
import { CONTACT, type MailRelayOptions, startMailRelay } from './mail-relay.ts'
import { createSiteForms } from './site-forms.ts'
import { until } from './until.ts'

const DAY = 24 * 60 * 60_000
const LINK_SECRET = 'a secret of 24 characters'
const LINKS = { RELAY_PUBLIC_URL: 'https://forms.example/', RELAY_LINK_SECRET: LINK_SECRET }
const TEXT = 'Email me *new* articles.'
const NEWS = getConsentVersion({ text: TEXT })
const CONFIRMATION = { subject: 'We have it', body: 'We answer soon.' }

/** Returns the site's forms. The contact form asks for a consent, `news`, that visitors confirm. */
function createForms(
  more: Partial<Contract> = {},
  site: Partial<SiteForms['site']> = {},
  field: { required?: boolean } = {},
): SiteForms {
  const forms = createSiteForms()
  const contact = forms.forms.contact as Contract
  const own = (contact.groups[0]?.fields ?? []).filter(({ kind }) => kind !== 'consent')
  const news = { kind: 'consent', name: 'news', label: 'News', text: TEXT, confirm: 'email', ...field }
  const groups = [{ fields: [...own, news] }]
  return {
    site: { ...forms.site, ...site },
    forms: { ...forms.forms, contact: contractSchema.parse({ ...contact, groups, ...more }) },
  }
}

/** Starts a relay with a mail server and a webhook, `newsletter`, that waits for confirmations. */
async function createFixture({ env = {}, forms = createForms(), ...options }: MailRelayOptions = {}) {
  const hook = await createHookReceiver()
  const settings = {
    ...{ RELAY_TARGETS: 'mail=smtp newsletter=webhook:contact', RELAY_CONFIRMED: 'newsletter', ...LINKS },
    ...{ WEBHOOK_URL: hook.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true', ...env },
  }
  const relay = await startMailRelay({ ...options, forms, env: settings })
  const read = async (id: string) => (await showCommand.run(relay.config, { id, forms })).data
  /** Sends a submission with the consent, and waits until all other deliveries have ended. */
  const subscribe = async (more: Record<string, unknown> = {}) => {
    const id = await relay.post({ news: NEWS, ...more })
    await until('the mails are sent', async () =>
      (await read(id)).deliveries.every(({ status }) => status !== 'waiting' && status !== 'sending'),
    )
    return id
  }
  const links = () =>
    relay.confirmations().map(({ mail }) => {
      const url = new URL(/https:\/\/forms\.example\/\S+/.exec(mail.text ?? '')?.[0] ?? 'about:blank')
      return url.pathname + url.search
    })
  const request = async (path: string, init: RequestInit = {}) =>
    readResponse(await fetch(relay.address + path, { headers: HTML, redirect: 'manual', ...init }))
  const post = (path: string) => request(path, { method: 'POST', body: new URLSearchParams() })
  const confirmedAt = async (id: string) => (await read(id)).envelope.consents?.[0]?.confirmedAt
  return {
    ...relay,
    ...{ forms, read, subscribe, links, request, confirmedAt, post: relay.post, confirm: post },
    sent: () => hook.calls.map(({ body }) => JSON.parse(body)),
  }
}

describe('the email', () => {
  test('contains the consent and a link, but no visitor input, and is sent only if the visitor gave the consent', async () => {
    const { subscribe, post, at, confirmations, read, mails } = await createFixture()
    const declined = await post()
    expect((await at(declined)).envelope).toMatchObject({ targets: ['mail'], consents: [{ given: false }] })
    expect(confirmations()).toEqual([])
    const id = await subscribe()
    const [{ mail, to, raw } = expect.unreachable(), ...more] = confirmations()
    expect(more).toEqual([])
    expect(to).toEqual([CONTACT.email])
    expect(mail.subject).toBe('Please confirm your consent')
    expect(mail.text).toMatch(
      /^You agreed to this:\s+Email me new articles\.\s.+\sConfirm: https:\/\/forms\.example\/attachments\/\S+\s+-- \sYou received this email because/s,
    )
    expect(mail.html).toMatch(/<a href="https:\/\/forms\.example\/attachments\/[^"]+\/consent\?[^"]+">Confirm<\/a>/)
    expect(raw.toString()).toMatch(/^Auto-Submitted: auto-replied\r$/m)
    expect(raw.toString()).not.toMatch(/Zebedee|Xylophones/)
    expect((await read(id)).envelope.consents).toEqual([
      { field: 'news', given: true, version: NEWS, text: TEXT, confirmedAt: null },
    ])
    const toTeam = mails.findLast(({ to }) => to.includes('team@northshelf.example'))?.mail.text
    expect(toTeam).toContain('News: Yes: Email me new articles. (not confirmed)\n')
  })

  test('has the text of the form, after that of the confirmation, because an address receives one email a day', async () => {
    const optIn = { subject: 'One more click', body: 'Please open this page:' }
    const { subscribe, confirmations, read, clock } = await createFixture({
      forms: createForms({ confirmation: CONFIRMATION, optIn }),
    })
    await subscribe()
    expect(confirmations().map(({ mail }) => mail.subject)).toEqual(['One more click'])
    expect(confirmations()[0]?.mail.text?.replaceAll('\r\n', '\n')).toMatch(
      /^We answer soon\.\n\nPlease open this page:\n\nEmail me new articles\.\n\nConfirm: https:/,
    )
    const again = await subscribe({ message: 'again' })
    expect((await read(again)).deliveries.find(({ target }) => target === 'confirm')).toMatchObject({
      status: 'abandoned',
      history: [{ detail: 'this address received a confirmation within the last day' }],
    })
    clock.advance(DAY)
    await subscribe({ message: 'next day' })
    expect(confirmations()).toHaveLength(2)
  })

  test('is only the confirmation if the visitor gave no consent or links are not configured', async () => {
    const forms = createForms({ confirmation: CONFIRMATION })
    const first = await createFixture({ forms })
    await first.ended(await first.post())
    const second = await createFixture({ forms, env: { RELAY_LINK_SECRET: '' } })
    await second.subscribe()
    for (const { mail } of [...first.confirmations(), ...second.confirmations()]) {
      expect(mail.subject).toBe('We have it')
      expect(`${mail.text}${mail.html}`).not.toMatch(/attachments|Confirm/)
    }
    expect([first.confirmations().length, second.confirmations().length]).toEqual([1, 1])
  })

  test('is not sent for a canary, which every target receives', async () => {
    const { address, confirmations, sent } = await createFixture()
    await fetch(`${address}/functions/v1/send-form-submission`, {
      method: 'POST',
      body: JSON.stringify({ ...CONTACT, news: NEWS }),
      headers: { 'content-type': 'application/json', 'relay-canary': '1' },
    })
    await until('the webhook is called', () => sent().length === 1)
    expect(sent()[0]).toMatchObject({ type: 'canary' })
    expect(confirmations()).toEqual([])
  })
})

describe('the page', () => {
  test('changes nothing when it is opened; the button confirms once, on any device', async () => {
    const { subscribe, links, request, confirm, confirmedAt, sent, clock, at, logged, address } = await createFixture()
    const id = await subscribe()
    const [link = ''] = links()
    expect(link).toMatch(new RegExp(`^/attachments/${id}/consent\\?until=\\d+&signature=[0-9a-f]{64}$`))
    for (const method of ['GET', 'HEAD', 'GET']) expect((await request(link, { method })).status).toBe(200)
    const { text } = await request(link)
    expect(text).toContain('<h1>Please confirm your consent</h1>')
    expect(text).toContain('<p>Email me new articles.</p>')
    expect(text.match(/<button[^>]*>[^<]+/g)).toEqual(['<button type="submit" class="btn">Confirm'])
    expect(await confirmedAt(id)).toBe(null)
    expect(sent()).toEqual([])

    clock.advance(1000)
    const first = await confirm(link)
    const time = new Date(clock.now()).toISOString()
    expect(first).toMatchObject({ status: 303, text: '' })
    const location = new URL(first.headers.get('location') ?? '', `https://x.example/prefix${link}`)
    expect(location.pathname + location.search).toBe(`/prefix${link}`)
    clock.advance(1000)
    for (const { status } of await Promise.all([confirm(link), confirm(link)])) expect(status).toBe(303)
    const page = await request(link)
    expect(page.text).toContain('<h1>You have confirmed your consent</h1>')
    expect(page.text).toContain('(confirmed on Jan 5, 2026, 9:00:01 AM UTC)')
    expect(page.text).not.toContain('<button')
    await at(id)
    expect(await confirmedAt(id)).toBe(time)
    expect(sent()).toMatchObject([
      { id, type: 'submission.received', consents: [{ field: 'news', confirmedAt: time }] },
    ])
    expect(logged()).toContain(`"id":"${id}","outcome":"confirmed","msg":"outcome"`)
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('relay_outcomes_total{outcome="confirmed"} 1\n')
  })

  test('is secret, and has the same response to forged links whether or not the submission exists', async () => {
    const { subscribe, links, request, confirm, confirmedAt, clock } = await createFixture()
    const id = await subscribe()
    const [link = ''] = links()
    for (const response of [await request(link), await confirm(`${link}0`)]) {
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    }
    const until = clock.now() + DAY
    const signed = (file: string, linkSecret: string) => {
      const url = new URL(createSignedLink({ publicUrl: 'https://x.example', linkSecret }, id, file, until) ?? '')
      return url.pathname + url.search
    }
    const forged = [
      link.replace(/signature=.{4}/, 'signature=0000'),
      link.replace(/until=\d/, 'until=9'),
      link.replace(/&signature=.*/, ''),
      link.replace(/\?.*/, ''),
      // Links to other pages, and links signed by the receiver of the webhook.
      signed('outcome', LINK_SECRET).replace('/outcome', '/consent'),
      link.replace('/consent', '/outcome'),
      signed('consent', SECRET),
    ]
    const bodies = new Set<string>()
    for (const path of [...forged, ...forged.map((one) => one.replace(id, '01a1fc75-18ff-7683-8b28-9287b8e4bc90'))])
      for (const { status, text } of [await request(path), await confirm(path)]) {
        expect([path, status]).toEqual([path, 404])
        bodies.add(text)
      }
    expect(bodies.size).toBe(1)
    expect(await confirmedAt(id)).toBe(null)
  })

  test('is gone after the submission was erased, and nothing is sent', async () => {
    const { subscribe, links, request, confirm, config, forms, sent } = await createFixture()
    await subscribe()
    const { text } = await personEraseCommand.run(config, { email: CONTACT.email, forms, yes: true })
    expect(text).toContain('1 submission deleted.')
    expect(text).not.toContain('newsletter')
    for (const { status, text } of [await request(links()[0] ?? ''), await confirm(links()[0] ?? '')])
      expect([status, text]).toEqual([410, expect.stringContaining('the submission was deleted')])
    expect(sent()).toEqual([])
  })

  test('is gone after 30 days; the delivery is then skipped with the reason', async () => {
    const { subscribe, links, request, confirm, confirmedAt, clock, at, sent, alerts } = await createFixture()
    const [id, late] = [await subscribe(), await subscribe({ email: 'bob@brand.example' })]
    clock.advance(30 * DAY - 1)
    expect((await confirm(links()[0] ?? '')).status).toBe(303)
    await at(id)
    clock.advance(2)
    for (const { status } of [await request(links()[1] ?? ''), await confirm(links()[1] ?? '')])
      expect(status).toBe(410)
    expect((await at(late)).deliveries.find(({ target }) => target === 'newsletter')).toMatchObject({
      status: 'abandoned',
      history: [
        { kind: 'unconfirmed', detail: 'waits until the visitor confirms the consent' },
        { kind: 'abandoned', detail: 'the visitor did not confirm the consent in time' },
      ],
    })
    expect([await confirmedAt(late), sent().map((record) => record.id)]).toEqual([null, [id]])
    // The clock jumped.
    expect(alerts()).toEqual(['clock'])
  })

  test('can be opened from the inbox', async () => {
    const { subscribe, request, confirmedAt } = await createFixture({
      env: { RELAY_INBOX: 'true', RELAY_LINK_SECRET: '', RELAY_PUBLIC_URL: '' },
    })
    const id = await subscribe()
    const page = `/inbox/${id}/consent`
    expect((await request('/inbox')).text).toContain(`<a href="${page}">`)
    expect((await request(page)).text).toContain('<p>Email me new articles.</p>')
    expect(await request(page, { method: 'POST' })).toMatchObject({ status: 303 })
    expect(await confirmedAt(id)).not.toBe(null)
    expect((await request(page)).text).toContain('<h1>You have confirmed your consent</h1>')
  })

  test('and the email are German on a German site', async () => {
    const { subscribe, confirmations, links, request, confirm } = await createFixture({
      forms: createForms({}, { language: 'de-DE' }),
    })
    await subscribe()
    expect(confirmations()[0]?.mail.subject).toBe('Bitte bestätigen Sie Ihre Einwilligung')
    expect(confirmations()[0]?.mail.text).toContain('Email me new articles.')
    expect((await request(links()[0] ?? '')).text).toContain('<html lang="de">')
    await confirm(links()[0] ?? '')
    expect((await request(links()[0] ?? '')).text).toContain('(bestätigt am 05.01.2026, 09:00:00 UTC)')
  })
})

describe('a target in RELAY_CONFIRMED', () => {
  test('waits visibly, but not as a backlog, across a restart, and receives the submission once', async () => {
    const { subscribe, links, read, config, forms, address, close, folder, clock } = await createFixture()
    const id = await subscribe()
    const deadline = new Date(clock.now() + 30 * DAY).toISOString()
    const waiting = `newsletter waits for confirmation (until ${deadline})`
    expect((await showCommand.run(config, { id, forms })).text).toContain(waiting)
    expect((await collect(listCommand.run(config))).text).toContain(waiting)
    const metrics = await (await fetch(`${address}/metrics`)).text()
    expect(metrics).toContain('relay_waiting_deliveries{target="newsletter"} 0\n')
    expect(metrics).toContain('relay_oldest_waiting_seconds{target="newsletter"} 0\n')
    await close()
    const [link = ''] = links()
    const second = await createFixture({ folder, clock })
    expect((await read(id)).deliveries).toMatchObject([{}, { target: 'newsletter', status: 'unconfirmed' }, {}])
    await second.confirm(link)
    await second.at(id)
    expect(second.sent()).toMatchObject([{ id }])
  })

  test('receives no submission without the consent, and all submissions of forms without such a consent', async () => {
    const { post, at, sent } = await createFixture({ env: { RELAY_TARGETS: 'mail=smtp newsletter=webhook' } })
    const declined = await post()
    const other = await post({ formType: 'get-started', brandName: 'B', sellsOn: 'amazon', mainGoals: 'More' })
    expect((await at(declined)).envelope.targets).toEqual(['mail'])
    expect((await at(other)).envelope.targets).toEqual(['mail', 'newsletter'])
    expect(sent().map(({ id }) => id)).toEqual([other])
  })

  test('receives the submission after it was released from spam and confirmed', async () => {
    const { post, at, links, confirm, confirmations, sent, config, read } = await createFixture()
    const id = await post({ news: NEWS, _subject: 'x' })
    await at(id, 'spam')
    expect(confirmations()).toEqual([])
    await releaseCommand.run(config, { id })
    await until('the mail is sent', () => confirmations().length === 1)
    expect((await read(id)).deliveries[1]).toMatchObject({ target: 'newsletter', status: 'unconfirmed' })
    await confirm(links()[0] ?? '')
    await at(id)
    expect(sent()).toMatchObject([{ id }])
  })

  test('keeps waiting if an operator retries, until an operator abandons the delivery', async () => {
    const { subscribe, config, at, sent } = await createFixture()
    const id = await subscribe()
    await expect(retryCommand.run(config, { id })).rejects.toThrow('has no dead or waiting delivery')
    expect((await retryCommand.run(config, { all: true })).text).toBe('Nothing to do.')
    await abandonCommand.run(config, { all: true, target: 'newsletter' })
    expect((await at(id)).deliveries).toMatchObject([{}, { target: 'newsletter', status: 'abandoned' }, {}])
    expect(sent()).toEqual([])
  })

  test('must exist, and must not be the only target of a form whose consent is optional', async () => {
    const settings = { RELAY_TARGETS: 'file news=file:contact', RELAY_CONFIRMED: 'nobody' }
    expect(() => readConfig(settings)).toThrow('RELAY_CONFIRMED: there is no target nobody.')
    const check = (targets: string, forms: SiteForms) => () =>
      checkFormTargets(readConfig({ RELAY_TARGETS: targets, RELAY_CONFIRMED: 'file' }), forms)
    expect(check('file', createForms())).toThrow(
      'RELAY_CONFIRMED: no target receives submissions of the form "contact" without the consent.',
    )
    for (const forms of [createForms({}, {}, { required: true }), createSiteForms()])
      expect(check('file', forms)).not.toThrow()
    expect(check('file other=file:contact', createForms())).not.toThrow()
  })
})

test('the placeholder {_confirmed_at} and the answers of an http target contain the confirmation', async () => {
  const chat = await createHookReceiver()
  const { subscribe, links, confirm, at, clock } = await createFixture({
    env: {
      ...{ RELAY_TARGETS: 'mail=smtp newsletter=http:contact', HTTP_URL: chat.url, HTTP_ALLOW_PRIVATE: 'true' },
      HTTP_BODY: '{"news": "{news}", "confirmed": "{_confirmed_at}", "text": "{_answers}"}',
    },
  })
  const id = await subscribe()
  await confirm(links()[0] ?? '')
  await at(id)
  expect(JSON.parse(chat.calls[0]?.body ?? '')).toEqual({
    ...{ news: true, confirmed: new Date(clock.now()).toISOString() },
    text: expect.stringContaining('(confirmed on Jan 5, 2026, 9:00:00 AM UTC)'),
  })
})

describeEachStore((getStoreUrl) => {
  test('show, list, exports, the inbox and the report contain the confirmation', async () => {
    const url = getStoreUrl()
    const { subscribe, links, confirm, post, at, config, forms, address, sent } = await createFixture({
      env: { RELAY_INBOX: 'true', ...(url && { RELAY_STORE: url }) },
    })
    const [id, unconfirmed] = [await subscribe(), await subscribe({ email: 'bob@brand.example' })]
    const declined = await post({ email: 'cleo@brand.example' })
    await at(declined)
    await confirm(links()[0] ?? '')
    await at(id)
    const shown = await showCommand.run(config, { id, forms })
    const consent = shown.data.envelope.consents?.[0]
    expect(consent).toEqual({ field: 'news', given: true, version: NEWS, text: TEXT, confirmedAt: expect.any(String) })
    expect(shown.text).toMatch(/News +Yes: Email me new articles\. \(confirmed on /)
    expect(shown.data.outcomes).toEqual([])
    const list = await collect(listCommand.run(config, { place: 'all' }))
    const listed = new Map(list.data.map((entry) => [entry.id, entry.confirmedAt]))
    expect([id, unconfirmed, declined].map((one) => listed.get(one))).toEqual([consent?.confirmedAt, null, undefined])
    const exported = await collect(exportCommand.run(config, { forms, to: undefined }))
    const person = await collect(personExportCommand.run(config, { email: CONTACT.email, forms, to: undefined }))
    for (const { data } of [exported, person])
      expect(data.find((record) => record.id === id)).toMatchObject({ consents: [consent] })
    expect(sent()).toMatchObject([{ id, consents: [consent] }])
    const inbox = await (await fetch(`${address}/inbox`)).text()
    expect(inbox).toMatch(/<dt>News<\/dt><dd>Yes: Email me new articles\. \(confirmed on [^<]+<\/dd>/)
    expect(inbox).toContain('Subject: Please confirm your consent')
    const run = (csv: boolean) => reportCommand.run(config, { by: 'form', since: getLowestId(0), csv })
    const { data, text } = await run(false)
    expect(data.total).toMatchObject({ leads: 3, confirmed: 1, qualified: 0 })
    expect(text).toMatch(/^form +leads +held +confirmed +qualified .*\ncontact +3 +0 +1 +0 /m)
    expect((await run(true)).text).toContain('contact,3,0,1,0,0,0,')
  })
})

describe('a form whose consents cannot be confirmed', () => {
  test.each([
    ['RELAY_PUBLIC_URL is missing', { RELAY_PUBLIC_URL: '' }, 'RELAY_PUBLIC_URL or RELAY_LINK_SECRET is missing'],
    ['RELAY_LINK_SECRET is missing', { RELAY_LINK_SECRET: '' }, 'RELAY_PUBLIC_URL or RELAY_LINK_SECRET is missing'],
    ['there is no mail server', { RELAY_TARGETS: 'file newsletter=webhook' }, 'no email target accepts contact'],
  ])('is an error for relay doctor, and a warning at the start, if %s', async (_, env, problem) => {
    const { config, forms, logged } = await createFixture({ env })
    const report = await doctorCommand.run(config, { forms, targets: [], dns: false })
    const detail = expect.stringContaining(problem)
    expect(report.data.filter(({ check }) => check === 'target confirm')).toEqual([
      { check: 'target confirm', level: 'fail', detail },
    ])
    expect(report.ok).toBe(false)
    expect(await runPreflightChecks(config, forms)).toContainEqual(detail)
    expect(logged()).toContain(problem)
  })

  test('causes no problem with a mail server, a public URL and a secret', async () => {
    const { config, forms } = await createFixture()
    const { data } = await doctorCommand.run(config, { forms, targets: [], dns: false })
    expect(data.filter(({ check }) => check === 'target confirm')).toEqual([])
  })
})
