import { describe, expect, test } from 'vitest'
import { toPayload } from '../../src/forms/answers.ts'
import { type Contract, contractSchema } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import { getFieldType } from '../../src/forms/kinds/get-field-type.ts'
import { readAttachment } from './claims.ts'
import { pdf } from './documents.ts'
import { APPLY, createHttpFixture, HTML, readResponse, SUBMIT, toForm } from './http-fixture.ts'
import { createSiteForms } from './site-forms.ts'
import { toTexts, validAnswers } from './valid-answers.ts'

const contracts = Object.values(createSiteForms().forms)
const resume = () => new File([pdf(2000)], 'My résumé.pdf', { type: 'application/octet-stream' })
const filesOf = (contract: Contract) => Object.fromEntries(listFileFields(contract).map(({ name }) => [name, resume()]))

type Fixture = Awaited<ReturnType<typeof createHttpFixture>>

/** Submits a form as a page with JavaScript does. */
function send(fixture: Fixture, contract: Contract, headers: Record<string, string> = {}) {
  const payload = toPayload(getFieldType, contract, validAnswers(contract))
  if (contract.endpoint === 'send-form-submission') return fixture.postJson(payload, headers)
  return fixture.post(APPLY, toForm(payload as Record<string, string>, filesOf(contract)), headers)
}

/** Submits a form as a browser without JavaScript does. */
function postForm(fixture: Fixture, contract: Contract, texts: Record<string, string | string[]>) {
  if (contract.endpoint === 'submit-application') return fixture.post(APPLY, toForm(texts, filesOf(contract)), HTML)
  const pairs = Object.entries(texts).flatMap(([name, value]) =>
    [value].flat().map((text): [string, string] => [name, text]),
  )
  return fixture.post(SUBMIT, new URLSearchParams(pairs), HTML)
}

test.each(['Analyst\r\nBcc: x@mail.example', 'Ana\u0000lyst', 'Ana\u0007lyst'])(
  'a value that the page fills in cannot contain line breaks or control characters: %j',
  async (jobTitle) => {
    const fixture = await createHttpFixture()
    const contract = createSiteForms().forms['job-application'] as Contract
    const texts = { ...toTexts(contract, validAnswers(contract)), jobTitle }
    const { status, json } = await readResponse(await fixture.post(APPLY, toForm(texts, filesOf(contract))))
    expect(status).toBe(422)
    expect(json.errors).toMatchObject([{ field: 'jobTitle', code: 'invalid' }])
  },
)

describe.each(contracts)('the form $formType', (contract) => {
  test('is accepted from a page with JavaScript, and its answers are stored as entered', async () => {
    const fixture = await createHttpFixture()
    const { status, json } = await readResponse(await send(fixture, contract))
    expect(status).toBe(202)
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'queued',
      receivedAt: new Date(fixture.clock.now()).toISOString(),
    })
    const entry = await fixture.store.read(json.id)
    expect(entry?.place).toBe('queue')
    expect(entry?.envelope).toMatchObject({
      formType: contract.formType,
      title: contract.title,
      targets: ['file'],
      spam: [],
    })
    expect(entry?.envelope.values).toEqual({ ...validAnswers(contract), ...contract.fixed })
    for (const attachment of entry?.envelope.attachments ?? []) {
      expect(attachment).toMatchObject({ field: 'resume', name: 'My résumé.pdf', type: 'application/pdf', size: 2000 })
      expect(await readAttachment(fixture.store, json.id, attachment.file)).toEqual(pdf(2000))
    }
    expect(entry?.envelope.attachments).toHaveLength(listFileFields(contract).length)
    await fixture.emptyTmp()
  })

  test('is accepted from a page without JavaScript, and the response redirects to its thank-you page', async () => {
    const fixture = await createHttpFixture()
    const answer = await postForm(fixture, contract, toTexts(contract, validAnswers(contract)))
    expect(answer.status).toBe(303)
    const location = new URL(answer.headers.get('location') ?? '', answer.url)
    expect(location.pathname).toBe(`/thanks/${contract.formType}`)
    const page = await readResponse(
      await fetch(location, { headers: { ...HTML, referer: `${fixture.address}/somewhere` } }),
    )
    expect(page.status).toBe(200)
    expect(page.text).toContain(contract.thanks.heading)
    expect(page.text).toContain(`href="${fixture.address}/somewhere"`)
    const [id = ''] = await fixture.names('queue')
    const values = (await fixture.store.read(id))?.envelope.values ?? {}
    expect(values).toEqual({ ...validAnswers(contract), ...contract.fixed })
  })

  test('is refused if required answers are missing, and the error lists them in form order', async () => {
    const fixture = await createHttpFixture()
    const given = Object.fromEntries(contract.given.map((name) => [name, 'x']))
    const { status, json, code } =
      contract.endpoint === 'send-form-submission'
        ? await readResponse(await fixture.postJson({ formType: contract.formType }))
        : await readResponse(await fixture.post(APPLY, toForm({ ...contract.fixed, ...given })))
    expect([status, code]).toEqual([422, 'validation'])
    expect(json.errors).toEqual(
      listFields(contract)
        .filter(({ required }) => required)
        .map((field) => ({ field: field.name, code: 'required', detail: field.messages?.required ?? field.label })),
    )
    expect(await fixture.names('queue')).toEqual([])
    await fixture.emptyTmp()
  })

  test('is shown again with all answers and errors in browsers without JavaScript', async () => {
    const fixture = await createHttpFixture()
    const texts = { ...toTexts(contract, validAnswers(contract)), email: '<not> "an" address' }
    const { status, text, headers } = await readResponse(await postForm(fixture, contract, texts))
    expect(status).toBe(422)
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    )
    const email = listFields(contract).find(({ kind }) => kind === 'email')
    expect(text).toContain('value="&lt;not&gt; &quot;an&quot; address"')
    expect(text).toContain(`<a href="#${contract.formType}-email">${email?.messages?.invalid}`)
    expect(text).toContain('Åsa &quot;Quote&quot; O’Neill')
    expect(text).toContain('second line &lt;b&gt;&amp;amp; 名前 🧡')
    for (const field of listFields(contract)) {
      const value = validAnswers(contract)[field.name]
      if ('options' in field)
        for (const option of [value].flat())
          expect(text).toMatch(
            new RegExp(
              `(checked="" value="V")|(value="V" selected="")`.replaceAll('V', String(option).replace('+', '\\+')),
            ),
          )
      if (field.kind === 'slider') expect(text).toContain(`value="${value}"`)
    }
    for (const name of contract.given) expect(text).toContain(`name="${name}" value="Given ${name}"`)
    expect(text).toContain(`action="${contract.endpoint}"`)
    expect(text).not.toMatch(/<script|javascript:/i)
    await fixture.emptyTmp()
  })
})

test('the back link points to the page with the form, even after two attempts and on the thank-you page', async () => {
  const { address, post } = await createHttpFixture()
  const postForm = (at: string, email: string, referer: string) =>
    post(at, new URLSearchParams({ formType: 'contact', name: 'Ada', email, message: 'Hello' }), { ...HTML, referer })
  const first = await readResponse(await postForm(SUBMIT, 'x', `${address}/services/amazon`))
  expect(first.text).toContain(`<a href="${address}/services/amazon">`)
  const [action = ''] = /(?<=action=")[^"]+/.exec(first.text) ?? []
  expect(action).toBe('send-form-submission?from=%2Fservices%2Famazon')
  const again = new URL(action, address + SUBMIT)
  const second = await readResponse(await postForm(again.pathname + again.search, 'x', address + SUBMIT))
  expect(second.text).toContain(`<a href="${address}/services/amazon">`)
  const sent = await postForm(again.pathname + again.search, 'ada@mail.example', again.href)
  const thanks = await readResponse(await fetch(new URL(sent.headers.get('location') ?? '', again), { headers: HTML }))
  expect(thanks.text).toContain('href="https://northshelf.example/services/amazon"')
})

describe('a form with a page for success', () => {
  const { site, forms } = createSiteForms()
  const contact = forms.contact as Contract
  const withPage = { site, forms: { contact: { ...contact, success: { ...contact.success, page: '/thank-you' } } } }
  const send = async (headers: Record<string, string>, env = {}) => {
    const { address, post } = await createHttpFixture({ forms: withPage, env })
    const texts = toTexts(contact, validAnswers(contact)) as Record<string, string>
    return { address, answer: await post(SUBMIT, new URLSearchParams(texts), headers) }
  }

  test('redirects browsers without JavaScript to that page, on the host that the visitor uses if it is known', async () => {
    const { answer } = await send(HTML)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'https://northshelf.example/thank-you'])
    const preview = { RELAY_ORIGINS: 'https://preview.example' }
    const { answer: other } = await send({ ...HTML, referer: 'https://preview.example/contact?x=1' }, preview)
    expect(other.headers.get('location')).toBe('https://preview.example/thank-you')
    const { answer: foreign } = await send({ ...HTML, referer: 'https://evil.example/contact' })
    expect(foreign.headers.get('location')).toBe('https://northshelf.example/thank-you')
  })

  test('does not redirect programs', async () => {
    const { answer } = await send({ accept: 'application/json' })
    expect(answer.status).toBe(202)
  })
})

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
]
test.each([...elsewhere, '/thanks/contact'])(
  'the back link points to the site even if the query string contains from=%s',
  async (from) => {
    const { address } = await createHttpFixture()
    const { text } = await readResponse(await fetch(`${address}/thanks/contact?${new URLSearchParams({ from })}`))
    const hosts = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => new URL(href).host)
    expect(hosts).toEqual(['northshelf.example', 'northshelf.example'])
    expect(text).not.toContain('href="https://northshelf.example/thanks')
  },
)

test('control characters and lone surrogates are removed from answers, but line breaks and tabs are kept', async () => {
  const fixture = await createHttpFixture()
  const contact = contracts.find(({ formType }) => formType === 'contact') as Contract
  const post = (message: string) =>
    fixture.postJson({ ...toPayload(getFieldType, contact, validAnswers(contact)), message })
  const { json } = await readResponse(await post('a\u0000b\r\n\tc \ud800\u0007 d'))
  expect((await fixture.store.read(json.id))?.envelope.values.message).toBe('ab\r\n\tc \ufffd d')
  const texts = { ...toTexts(contact, validAnswers(contact)), message: 'form\u0000 \u001bpost' }
  const sent = await fixture.post(SUBMIT, new URLSearchParams(texts as Record<string, string>))
  const { id } = (await sent.json()) as { id: string }
  expect((await fixture.store.read(id))?.envelope.values.message).toBe('form post')
  expect((await readResponse(await post('\u0000'))).status).toBe(422)
})

test('a slider accepts a list with one number as its value, but not a list with two', async () => {
  const fixture = await createHttpFixture()
  const plan = contracts.find(({ formType }) => formType === 'distribution-plan') as Contract
  const payload = { ...toPayload(getFieldType, plan, validAnswers(plan)), monthlyRevenue: [50_000] }
  const { json } = await readResponse(await fixture.postJson(payload))
  expect((await fixture.store.read(json.id))?.envelope.values.monthlyRevenue).toBe(50_000)
  expect((await readResponse(await fixture.postJson({ ...payload, monthlyRevenue: [1, 2] }))).status).toBe(422)
})

test.each(['send-form-submission', 'submit-application'] as const)(
  'a number is stored as a number, and a day as text, whatever the encoding of the request to %s',
  async (endpoint) => {
    const site = createSiteForms()
    const fields = [
      { kind: 'date', name: 'start', label: 'Start', min: '2026-12-01', max: 'today + 900 years' },
      { kind: 'number', name: 'load', label: 'Load', min: 0, step: 0.1 },
      { kind: 'hidden', name: 'offer', label: 'Offer', parameter: 'offer' },
    ]
    const { contact } = site.forms
    const own = { formType: 'cargo', endpoint, fixed: { form: 'cargo' }, mail: undefined, groups: [{ fields }] }
    const cargo = contractSchema.parse({ ...contact, ...own })
    const fixture = await createHttpFixture({ forms: { ...site, forms: { ...site.forms, cargo } } })
    const texts = { formType: 'cargo', form: 'cargo', start: '2027-03-01', load: '2.5', offer: 'tea' }
    const isJson = endpoint === 'send-form-submission'
    const path = isJson ? SUBMIT : APPLY
    const post = (body: RequestInit['body']) => fixture.post(path, body)
    const valuesOf = async (response: Response) => {
      const { json } = await readResponse(response)
      return json.id ? (await fixture.store.read(json.id))?.envelope.values : json.errors
    }
    const stored = { form: 'cargo', start: '2027-03-01', load: 2.5, offer: 'tea' }
    expect(await valuesOf(await post(toForm(texts)))).toEqual(stored)
    expect(await valuesOf(await post(new URLSearchParams(texts)))).toEqual(stored)
    if (isJson) expect(await valuesOf(await fixture.postJson({ ...texts, load: 2.5 }))).toEqual(stored)
    const wrong = { ...texts, start: '2026-11-30', load: '2.55' }
    expect(await valuesOf(await post(toForm(wrong)))).toMatchObject([{ field: 'start' }, { field: 'load' }])
  },
)

test.each(['\n', '\u0085', '\u2028', '\u2029'])(
  'a value set by the page, not the visitor, is rejected if it contains %j',
  async (brk) => {
    const fixture = await createHttpFixture()
    const job = contracts.find(({ formType }) => formType === 'job-application') as Contract
    const given = Object.fromEntries(job.given.map((name) => [name, `Lead${brk}Sales`]))
    const { status, json } = await readResponse(
      await fixture.post(APPLY, toForm({ ...toTexts(job, validAnswers(job)), ...job.fixed, ...given })),
    )
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      expect.arrayContaining(job.given),
    ])
  },
)
