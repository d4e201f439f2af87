import { describe, expect, test } from 'vitest'
import type { Contract } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import { toPayload } from '../../src/forms/read.ts'
import { readAttachment } from './claims.ts'
import { pdf } from './documents.ts'
import { createFormBook } from './form-book.ts'
import { APPLY, createHttpFixture, HTML, SUBMIT, toForm, told } from './http-fixture.ts'
import { toTexts, validAnswers } from './valid-answers.ts'

const contracts = Object.values(createFormBook().forms)
const resume = () => new File([pdf(2000)], 'My résumé.pdf', { type: 'application/octet-stream' })
const filesOf = (contract: Contract) => Object.fromEntries(listFileFields(contract).map(({ name }) => [name, resume()]))

type Fixture = Awaited<ReturnType<typeof createHttpFixture>>

/** As the page sends it with scripting. */
function send(fixture: Fixture, contract: Contract, headers: Record<string, string> = {}) {
  const payload = toPayload(contract, validAnswers(contract))
  if (contract.endpoint === 'send-form-submission') return fixture.postJson(payload, headers)
  return fixture.post(APPLY, toForm(payload as Record<string, string>, filesOf(contract)), headers)
}

/** As a browser without scripting posts it. */
function press(fixture: Fixture, contract: Contract, texts: Record<string, string | string[]>) {
  if (contract.endpoint === 'submit-application') return fixture.post(APPLY, toForm(texts, filesOf(contract)), HTML)
  const pairs = Object.entries(texts).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  return fixture.post(SUBMIT, new URLSearchParams(pairs), HTML)
}

test.each(['Analyst\r\nBcc: x@mail.example', 'Ana\u0000lyst', 'Ana\u0007lyst'])(
  'a value that the page gives has one line without control characters: %j is refused',
  async (jobTitle) => {
    const fixture = await createHttpFixture()
    const contract = createFormBook().forms['job-application'] as Contract
    const texts = { ...toTexts(contract, validAnswers(contract)), jobTitle }
    const { status, json } = await told(await fixture.post(APPLY, toForm(texts, filesOf(contract))))
    expect(status).toBe(422)
    expect(json.errors).toMatchObject([{ field: 'jobTitle', code: 'invalid' }])
  },
)

describe.each(contracts)('the form $formType', (contract) => {
  test('is taken from a page with scripting and stands in the spool as it was typed', async () => {
    const fixture = await createHttpFixture()
    const { status, json } = await told(await send(fixture, contract))
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

  test('is taken without scripting and leads to its thank-you page', async () => {
    const fixture = await createHttpFixture()
    const answer = await press(fixture, contract, toTexts(contract, validAnswers(contract)))
    expect(answer.status).toBe(303)
    const location = new URL(answer.headers.get('location') ?? '', answer.url)
    expect(location.pathname).toBe(`/thanks/${contract.formType}`)
    const page = await told(await fetch(location, { headers: { ...HTML, referer: `${fixture.address}/somewhere` } }))
    expect(page.status).toBe(200)
    expect(page.text).toContain(contract.thanks.heading)
    expect(page.text).toContain(`href="${fixture.address}/somewhere"`)
    const [id = ''] = await fixture.names('queue')
    const values = (await fixture.store.read(id))?.envelope.values ?? {}
    expect(values).toEqual({ ...validAnswers(contract), ...contract.fixed })
  })

  test('is refused with every missing answer named, in the order of the form', async () => {
    const fixture = await createHttpFixture()
    const given = Object.fromEntries(contract.given.map((name) => [name, 'x']))
    const { status, json, code } =
      contract.endpoint === 'send-form-submission'
        ? await told(await fixture.postJson({ formType: contract.formType }))
        : await told(await fixture.post(APPLY, toForm({ ...contract.fixed, ...given })))
    expect([status, code]).toEqual([422, 'validation'])
    expect(json.errors).toEqual(
      listFields(contract)
        .filter(({ required }) => required)
        .map((field) => ({ field: field.name, code: 'required', detail: field.messages?.required ?? field.label })),
    )
    expect(await fixture.names('queue')).toEqual([])
    await fixture.emptyTmp()
  })

  test('comes back without scripting as a page with everything typed and every problem', async () => {
    const fixture = await createHttpFixture()
    const texts = { ...toTexts(contract, validAnswers(contract)), email: '<not> "an" address' }
    const { status, text, headers } = await told(await press(fixture, contract, texts))
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
        for (const one of [value].flat())
          expect(text).toMatch(
            new RegExp(
              `(checked="" value="V")|(value="V" selected="")`.replaceAll('V', String(one).replace('+', '\\+')),
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

test('the way back leads to the page of the form, also after a second try and on the thank-you page', async () => {
  const { address, post } = await createHttpFixture()
  const press = (at: string, email: string, referer: string) =>
    post(at, new URLSearchParams({ formType: 'contact', name: 'Ada', email, message: 'Hello' }), { ...HTML, referer })
  const first = await told(await press(SUBMIT, 'x', `${address}/services/amazon`))
  expect(first.text).toContain(`<a href="${address}/services/amazon">`)
  const [action = ''] = /(?<=action=")[^"]+/.exec(first.text) ?? []
  expect(action).toBe('send-form-submission?from=%2Fservices%2Famazon')
  const again = new URL(action, address + SUBMIT)
  const second = await told(await press(again.pathname + again.search, 'x', address + SUBMIT))
  expect(second.text).toContain(`<a href="${address}/services/amazon">`)
  const sent = await press(again.pathname + again.search, 'ada@mail.example', again.href)
  const thanks = await told(await fetch(new URL(sent.headers.get('location') ?? '', again), { headers: HTML }))
  expect(thanks.text).toContain('href="https://northshelf.example/services/amazon"')
})

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
]
test.each([...elsewhere, '/thanks/contact'])(
  'the way back stays on the site where an address says %s',
  async (from) => {
    const { address } = await createHttpFixture()
    const { text } = await told(await fetch(`${address}/thanks/contact?${new URLSearchParams({ from })}`))
    const hosts = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => new URL(href).host)
    expect(hosts).toEqual(['northshelf.example', 'northshelf.example'])
    expect(text).not.toContain('href="https://northshelf.example/thanks')
  },
)

test('a slider without scripting may be left where it stands on both wires', async () => {
  const fixture = await createHttpFixture()
  const plan = contracts.find(({ formType }) => formType === 'distribution-plan') as Contract
  const payload = { ...toPayload(plan, validAnswers(plan)), monthlyRevenue: [50_000] }
  const { json } = await told(await fixture.postJson(payload))
  expect((await fixture.store.read(json.id))?.envelope.values.monthlyRevenue).toBe(50_000)
  expect((await told(await fixture.postJson({ ...payload, monthlyRevenue: [1, 2] }))).status).toBe(422)
})

test.each(['\n', '\u0085', '\u2028', '\u2029'])('what the page gives is one line: %j in it is refused', async (brk) => {
  const fixture = await createHttpFixture()
  const job = contracts.find(({ formType }) => formType === 'job-application') as Contract
  const given = Object.fromEntries(job.given.map((name) => [name, `Lead${brk}Sales`]))
  const { status, json } = await told(
    await fixture.post(APPLY, toForm({ ...toTexts(job, validAnswers(job)), ...job.fixed, ...given })),
  )
  expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
    422,
    expect.arrayContaining(job.given),
  ])
})
