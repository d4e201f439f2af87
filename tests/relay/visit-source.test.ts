import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportCommand } from '../../relay/commands/export.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { personExportCommand } from '../../relay/commands/person-export.ts'
import { showCommand } from '../../relay/commands/show.ts'
import type { SiteForms } from '../../relay/site-forms.ts'
import { describeSource } from '../../relay/targets/source-text.ts'
import { de } from '../../relay/translations/de.ts'
import { collect } from './collect.ts'
import { describeEachStore } from './each-store.ts'
import { startEveryTarget } from './every-target.ts'
import { createHttpFixture, HTML, type HttpOptions, readResponse, SUBMIT } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { until } from './until.ts'

const ANSWERS = { formType: 'contact', name: 'Ada', email: 'ada@mail.example', message: 'Hello' }
const LANDING = '/services?utm_source=google&utm_medium=cpc&utm_campaign=spring-sale&gclid=abc123'
const FIELDS = { _page: '/get-started', _landing: LANDING, _referrer: 'https://www.google.com/' }
const SOURCE = {
  page: '/get-started',
  landing: '/services',
  referrer: 'https://www.google.com/',
  parameters: { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring-sale', gclid: 'abc123' },
}
const WORDS = 'Came from google / cpc / spring-sale; first page /services; sent from /get-started'

describeEachStore((getStoreUrl) => {
  test('the source of a submission reaches the email, the webhook, the template, the file target and the commands', async () => {
    const body = {
      context: { pageUri: '{_site}{_page}', landing: '{_landing}', referrer: '{_referrer}' },
      campaign: '{_parameter.utm_campaign}',
      term: '{_parameter.utm_term}',
      words: '{_source}',
    }
    const forms = createSiteForms()
    const template = JSON.stringify(body)
    const { config, address, hook, service, mailbox, outbox } = await startEveryTarget(forms, template, getStoreUrl())
    const response = await fetch(address + SUBMIT, {
      method: 'POST',
      body: JSON.stringify({ ...ANSWERS, ...FIELDS }),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(202)
    await until('everything is delivered', async () => {
      const files = await readdir(outbox).catch(() => [])
      const written = files.filter((name) => /^[^.].*json$/.test(name))
      return hook.calls.length === 1 && service.calls.length === 1 && mailbox.mails.length === 1 && written.length === 1
    })
    const record = JSON.parse(hook.calls[0]?.body ?? '')
    expect(record.source).toEqual(SOURCE)
    expect(Object.keys(record.values).filter((name) => name.startsWith('_'))).toEqual([])
    expect(JSON.parse(await readFile(path.join(outbox, `${record.id}.json`), 'utf8'))).toEqual(record)
    expect(JSON.parse(service.calls[0]?.body ?? '')).toEqual({
      context: {
        pageUri: 'https://northshelf.example/get-started',
        landing: '/services',
        referrer: 'https://www.google.com/',
      },
      campaign: 'spring-sale',
      words: WORDS,
    })
    const mail = mailbox.mails[0]?.mail
    expect(mail?.text).toContain(`-- \n${WORDS}.\nSent from https://northshelf.example on`)
    expect(mail?.html).toContain(`${WORDS}.<br/>Sent from`)

    const { data } = await collect(exportCommand.run(config, { forms, to: undefined }))
    expect(data).toMatchObject([{ source: SOURCE }])
    const ofPerson = personExportCommand.run(config, { forms, email: 'ada@mail.example', to: undefined })
    expect((await collect(ofPerson)).data).toMatchObject([{ source: SOURCE }])
    expect((await collect(listCommand.run(config, { forms, place: 'all' }))).data).toMatchObject([{ source: SOURCE }])
    const shown = await showCommand.run(config, { id: record.id, forms })
    expect(shown.data.envelope.source).toEqual(SOURCE)
    expect(shown.text.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`^Source +${WORDS}$`)))
  })
})

/** Submits a form, and returns the stored source. */
async function sourceOf(
  fields: Record<string, unknown>,
  { sources, headers }: { sources?: SiteForms['site']['sources']; headers?: Record<string, string> } = {},
  options: HttpOptions = {},
) {
  const forms = createSiteForms()
  const site = { ...forms.site, sources }
  const { address, postJson, post, store } = await createHttpFixture({ forms: { ...forms, site }, ...options })
  const referer = headers?.referer?.replace('SITE', address)
  const all: Record<string, string> = { ...headers, ...(referer && { referer }) }
  const body = { ...ANSWERS, ...fields }
  const response = all.accept
    ? await post(SUBMIT, new URLSearchParams(body as Record<string, string>), all)
    : await postJson(body, all)
  expect(response.status).toBe(all.accept ? 303 : 202)
  for await (const { entry } of store.list()) return entry?.envelope.source
  throw new Error('nothing is stored')
}

describe('the source of a submission', () => {
  test('of a form without JavaScript is the referring page with its parameters', async () => {
    const referer = 'SITE/get-started?email=ada%40mail.example&utm_source=letter%20%E2%9C%89&gclid='
    expect(await sourceOf({}, { headers: { ...HTML, referer } })).toEqual({
      page: '/get-started',
      parameters: { utm_source: 'letter ✉' },
    })
  })

  test('of a form without JavaScript survives the page that asks for corrections', async () => {
    const { address, post, store } = await createHttpFixture()
    const query = `utm_source=letter&${'x'.repeat(10_000)}=1`
    const first = await post(SUBMIT, new URLSearchParams({ ...ANSWERS, email: '' }), {
      ...HTML,
      referer: `${address}/contact?${query}`,
    })
    const { status, text } = await readResponse(first)
    expect(status).toBe(422)
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)]
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    expect(fields._page).toBe('/contact?utm_source=letter')
    const again = await post(SUBMIT, new URLSearchParams({ ...ANSWERS, ...fields }), {
      ...HTML,
      referer: `${address}${SUBMIT}?from=%2Fcontact`,
    })
    expect(again.status).toBe(303)
    for await (const { entry } of store.list())
      expect(entry?.envelope.source).toEqual({ page: '/contact', parameters: { utm_source: 'letter' } })
  })

  test.each<[string, Record<string, unknown>, object | undefined]>([
    ['nothing', {}, undefined],
    ['a page of another site', { _page: 'https://evil.example/', _landing: '//evil.example/x' }, undefined],
    ['a path outside of the site', { _page: '/../../etc/passwd' }, { page: '/etc/passwd' }],
    ['a script instead of a referrer', { _referrer: 'javascript:alert(1)' }, undefined],
    [
      'a referrer with a password and a query',
      { _referrer: 'https://u:p@news.example/a?token=1#b' },
      { referrer: 'https://news.example/a' },
    ],
    [
      'an app as the referrer',
      { _referrer: 'android-app://com.google.android.gm/' },
      { referrer: 'android-app://com.google.android.gm/' },
    ],
    [
      'unlisted parameters',
      { _landing: '/?email=a&utm_source=b&__proto__=c' },
      { landing: '/', parameters: { utm_source: 'b' } },
    ],
    [
      'a parameter twice',
      { _landing: '/?utm_source=a&utm_source=b' },
      { landing: '/', parameters: { utm_source: 'a' } },
    ],
    [
      'control characters and markup',
      { _landing: '/<b>?utm_source=%00%1b[31m<b>%0d' },
      { landing: '/%3Cb%3E', parameters: { utm_source: '[31m<b>' } },
    ],
    ['only invisible parameters', { _landing: '/?utm_source=%20%00' }, { landing: '/' }],
    ['parameters of the page', { _page: '/a?gclid=1' }, { page: '/a', parameters: { gclid: '1' } }],
    ['a long landing page', { _landing: `/?utm_source=${'a'.repeat(500)}`, _page: '/' }, { page: '/' }],
    ['values that are not text', { _landing: ['/a'], _page: { a: 1 }, _referrer: true }, undefined],
  ])('is correct for %s', async (_, fields, source) => {
    expect(await sourceOf(fields)).toEqual(source)
  })

  test('contains only the parameters that the site lists', async () => {
    const sources = { parameters: ['ref', '__proto__'] }
    const stored = await sourceOf({ _landing: '/?ref=a&utm_source=b&__proto__=c' }, { sources })
    expect(JSON.stringify(stored?.parameters)).toBe('{"ref":"a","__proto__":"c"}')
  })

  test('is not stored if the site records none', async () => {
    const headers = { ...HTML, referer: 'SITE/get-started?utm_source=a' }
    expect(await sourceOf(FIELDS, { sources: false })).toBeUndefined()
    expect(await sourceOf(FIELDS, { sources: false, headers })).toBeUndefined()
  })

  test('does not make a repeated submission a different one', async () => {
    const { postJson } = await createHttpFixture()
    const key = { 'idempotency-key': 'one' }
    const first = await readResponse(await postJson({ ...ANSWERS, ...FIELDS }, key))
    const second = await readResponse(await postJson({ ...ANSWERS, _page: '/other' }, key))
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.json.id).toBe(first.json.id)
  })

  test('is shown in the inbox', async () => {
    const { address, postJson } = await createHttpFixture({ env: { RELAY_INBOX: 'true' } })
    await postJson({ ...ANSWERS, ...FIELDS })
    expect((await readResponse(await fetch(`${address}/inbox`))).text).toContain(WORDS)
  })
})

test.each<[object, string]>([
  [{ page: '/' }, 'Sent from /'],
  [{ page: '/a', landing: '/a' }, 'Sent from /a'],
  [{ landing: '/a', referrer: 'https://duckduckgo.com/' }, 'Came from duckduckgo.com; first page /a'],
  [
    { page: '/a', parameters: { gclid: '1' }, referrer: 'https://www.google.com/' },
    'Came from Google Ads; sent from /a',
  ],
  [{ page: '/a', parameters: { utm_campaign: 'x\ny', fbclid: '1' } }, 'Came from Facebook / x y; sent from /a'],
])('the source %j is described as "%s"', (source, words) => {
  expect(describeSource(source)).toBe(words)
})

test('a source is described in the language of the team', () => {
  expect(describeSource(SOURCE, de)).toBe(
    'Gekommen von google / cpc / spring-sale; erste Seite /services; gesendet von /get-started',
  )
})
