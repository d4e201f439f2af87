import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../../cli/paths.ts'
import { createPreviewServer, listen } from '../../cli/preview/server.ts'
import { loadSiteForms } from '../../relay/site-forms.ts'
import { toPayload } from '../../src/forms/answers.ts'
import type { Contract } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { listFileFields } from '../../src/forms/kinds/file/file-fields.ts'
import { getFieldType } from '../../src/forms/kinds/get-field-type.ts'
import { validAnswers } from '../relay/valid-answers.ts'
import { runSite } from '../run-site.ts'
import { createGate, hydrated, sharedBrowser } from './browser.ts'
import { contentsOf, fillForm, formOf, places, resumeFile } from './fill-form.ts'
import { looseRanges } from './inspectors/texts.ts'
import { largeFile } from './large-file.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser()
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(inject('out'))
})
afterAll(() => relay?.stop())
beforeEach(() => {
  relay.up = true
})

const contractOf = (name: string): Contract => {
  const contract = relay.contracts[name]
  if (!contract) throw new Error(`there is no form ${name}`)
  return contract
}

/** Returns valid answers for a form, including the values that its page adds. */
function answersFor(contract: Contract) {
  const answers = validAnswers(contract)
  return contract.formType === 'job-application'
    ? { ...answers, jobTitle: 'E-commerce Data Analyst', jobDepartment: 'Analytics' }
    : answers
}

async function openForm(page: Page, name: string): Promise<void> {
  const { path: address, opener } = places[name] ?? { path: '/' }
  await page.goto(relay.site + address)
  await hydrated(page)
  if (opener) await page.locator(opener).first().click()
}

/** Waits for a form's next submission to be delivered, and returns it. Fails if more than one is delivered. */
async function nextReceived(name: string, before: number) {
  const of = () => relay.received().filter(({ formType }) => formType === name)
  await expect.poll(() => of().length).toBe(before + 1)
  return of().at(-1)
}
const countOf = (name: string) => relay.received().filter(({ formType }) => formType === name).length

it('a success message is styled as an error if the form contract gives it the tone "error"', async () => {
  const before = countOf('get-started')
  const { page, close } = await browser.open()
  await page.route('**/get-started', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('"success":{', '"success":{"tone":"error",')
    await route.fulfill({ response, body })
  })
  await openForm(page, 'get-started')
  const contract = contractOf('get-started')
  const form = formOf(page, contract)
  await fillForm(page, contract, answersFor(contract))
  await form.locator('button[type=submit]').click()
  const message = form.locator('.told')
  await expect.poll(() => message.textContent()).toBe(contract.success.text)
  expect(await message.getAttribute('data-tone')).toBe('error')
  await nextReceived('get-started', before)
  await close()
})

/** The tests for each form share a page and imitate a visitor who makes every mistake before submitting. */
describe.each(Object.keys(places))('form %s', (name) => {
  let tab: Awaited<ReturnType<typeof browser.open>>
  const posts: string[] = []
  let empty: Awaited<ReturnType<typeof contentsOf>>
  beforeAll(async () => {
    tab = await browser.open()
    tab.page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await openForm(tab.page, name)
    empty = await contentsOf(formOf(tab.page, contractOf(name)))
  })
  afterAll(() => tab?.close())

  it('is not sent if browser validation fails', async () => {
    const { page } = tab
    const contract = contractOf(name)
    const form = formOf(page, contract)
    await form.locator('button[type=submit]').click()
    const [first] = listFields(contract).filter((field) => field.required)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(first?.name)
    expect(await form.evaluate((element) => element.matches(':invalid'))).toBe(true)
    expect(posts).toEqual([])
  })

  it('shows validation errors from the relay in a summary and next to the field, and keeps all input', async () => {
    const { page, faults } = tab
    const contract = contractOf(name)
    const form = formOf(page, contract)
    await fillForm(page, contract, answersFor(contract))
    // Skips the browser's validation, as a broken or old browser would.
    await form.evaluate((element) => {
      ;(element as HTMLFormElement).noValidate = true
    })
    await form.locator('[name=email]').fill('mara.alderfig.com')
    const typed = await contentsOf(form)
    await form.locator('button[type=submit]').click()
    const field = listFields(contract).find(({ name: fieldName }) => fieldName === 'email')
    const summary = form.locator('.error-summary')
    await summary.waitFor()
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true)
    const link = summary.getByRole('link')
    expect(await link.allTextContents()).toEqual([field?.messages?.invalid])
    expect(await form.locator('[name=email]').getAttribute('aria-invalid')).toBe('true')
    await link.click()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(await contentsOf(form)).toEqual(typed)
    // Browsers log a 422 response as an error.
    expect(faults.splice(0)).toEqual([expect.stringContaining('422')])
  })

  it('keeps all input and shows the failure message when the relay is down', async () => {
    const { page, faults } = tab
    const contract = contractOf(name)
    const form = formOf(page, contract)
    await form.locator('[name=email]').fill(String(answersFor(contract).email))
    const typed = await contentsOf(form)
    relay.up = false
    await form.locator('button[type=submit]').click()
    const message = contract.failure.title
      ? page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
      : form.locator('.told[data-tone=error]')
    await expect
      .poll(() => message.textContent().catch(() => ''))
      .toBe((contract.failure.title ?? '') + contract.failure.text)
    expect(await contentsOf(form)).toEqual(typed)
    expect(faults.splice(0).length).toBeGreaterThan(0)
  })

  it('is sent only once after two clicks, then shows a confirmation and clears its fields', async () => {
    const { page, faults } = tab
    const contract = contractOf(name)
    const before = countOf(name)
    const form = formOf(page, contract)
    posts.length = 0
    const held = createGate()
    await page.route('**/functions/v1/**', async (route) => {
      await held.opened
      await route.continue()
    })
    const button = form.locator('button[type=submit]')
    // Compares the border color, because hovering changes the background.
    const edge = () => button.evaluate((element) => getComputedStyle(element).borderTopColor)
    const atRest = await edge()
    await button.click()
    await expect.poll(() => button.textContent()).toBe(contract.submit.busy)
    expect(await button.isDisabled()).toBe(true)
    await button.click({ force: true })
    held.open()

    if (contract.onSuccess === 'reset-and-close') {
      const notice = page.getByRole('region', { name: 'Notifications' }).locator('.notices-item')
      await expect
        .poll(() => notice.allTextContents())
        .toContain((contract.success.title ?? '') + contract.success.text)
      expect(await page.locator('dialog[open]').count()).toBe(0)
    } else {
      const message = form.locator('.told')
      await expect.poll(() => message.textContent()).toBe(contract.success.text)
      expect(await message.getAttribute('data-tone')).toBe('ok')
      expect(await looseRanges(page)).toEqual([])
    }
    expect(await contentsOf(form)).toEqual(empty)
    expect(await button.textContent()).toBe(contract.submit.label)
    expect(await edge()).toBe(atRest)

    const received = await nextReceived(name, before)
    expect(posts).toHaveLength(1)
    expect(received?.values).toEqual(toPayload(getFieldType, contract, answersFor(contract)))
    expect(received?.attachments.map(({ field, name: file, size, sha256 }) => [field, file, size, sha256])).toEqual(
      listFileFields(contract).map(({ name: field }) => [
        field,
        'resume.pdf',
        3000,
        createHash('sha256').update(resumeFile.buffer).digest('hex'),
      ]),
    )
    expect(faults).toEqual([])
  })

  it('works without JavaScript: shows errors, keeps the input, and finally shows a thank-you page', async () => {
    const contract = contractOf(name)
    const answers = answersFor(contract)
    const before = countOf(name)
    const { page, close } = await browser.open({ javaScriptEnabled: false })
    const { path: address, opener } = places[name] ?? { path: '/' }
    await page.goto(relay.site + address)
    if (opener) await page.locator(opener).first().click()
    // A name that consists of spaces passes the browser's validation but not the relay's.
    await fillForm(page, contract, { ...answers, name: '   ' })
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      formOf(page, contract).locator('button[type=submit]').click(),
    ])
    expect(response.status()).toBe(422)
    const form = formOf(page, contract)
    // Pages cannot refill a file field, so the visitor must choose a required file again.
    const missing = listFields(contract).filter(
      ({ name, kind, required }) => name === 'name' || (kind === 'file' && required),
    )
    const messages = missing.map((field) => field.messages?.required)
    expect(await form.locator('.error-summary a').allTextContents()).toEqual(messages)
    expect(await page.locator('main > .tag').count()).toBe(contract.given.length > 0 ? 1 : 0)
    expect(await form.locator('[name=email]').inputValue()).toBe(answers.email)
    expect(countOf(name)).toBe(before)
    await fillForm(page, contract, answers)
    await form.locator('button[type=submit]').click()
    await page.waitForURL(({ pathname }) => pathname.endsWith(`/thanks/${name}`))
    expect(await page.locator('h1').textContent()).toBe(contract.thanks.heading)
    expect(await page.locator('main a.btn').getAttribute('href')).toBe(relay.site + address)
    const received = await nextReceived(name, before)
    expect(received?.values).toEqual(toPayload(getFieldType, contract, answers))
    expect(received?.attachments).toHaveLength(listFileFields(contract).length)
    await close()
  })
})

describe('a form', () => {
  const accepted = { status: 202, json: { id: 'x', status: 'queued' } }
  const rate = (after: string) => ({ status: 429, headers: { 'retry-after': after }, json: { code: 'rate' } })
  const page200 = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Log in</title>' }
  const running = { status: 409, json: { code: 'idempotency-running' } }
  let tab: Awaited<ReturnType<typeof browser.open>>
  let answer: (route: Route) => Promise<void>
  const logged: string[] = []
  beforeAll(async () => {
    tab = await browser.open()
    const { page } = tab
    const { failure } = contractOf('distribution-plan')
    page.on('console', (message) => {
      if (message.text().startsWith(failure.text)) logged.push(message.text())
    })
    await page.clock.install()
    await page.route('**/functions/v1/**', (route) => answer(route))
    await openForm(page, 'distribution-plan')
  })
  afterAll(() => tab?.close())

  it.each([
    ['200 with an error field', [{ status: 200, json: { error: 'no mailbox' } }], 1, 'no mailbox'],
    ['200 with an empty error field', [{ status: 200, json: { error: null } }], 1, undefined],
    ['429 with a short Retry-After', [rate('1'), accepted], 2, undefined],
    ['429 with a Retry-After date', [rate(new Date(0).toUTCString()), accepted], 2, undefined],
    ['429 with a long Retry-After', [rate('600')], 1, 'Error: HTTP 429'],
    ['409 while it processes an earlier attempt', [running, running, running, running, accepted], 5, undefined],
    ['200 with an HTML page, as a captive portal would', [page200], 1, 'Error: HTTP 200, no JSON'],
    ['200 with an empty body', [{ status: 200, body: '' }], 1, 'Error: HTTP 200, no JSON'],
    ['500', [{ status: 500, json: {} }], 1, 'Error: HTTP 500'],
    ['no response', [], 1, 'AbortError'],
  ])('shows the outcome and logs failures if the relay returns %s', async (_name, answers, attempts, cause) => {
    const { page } = tab
    const contract = contractOf('distribution-plan')
    const form = formOf(page, contract)
    const posts: (string | undefined)[] = []
    answer = async (route) => {
      posts.push(route.request().headers()['idempotency-key'])
      const response = answers[posts.length - 1]
      if (response) await route.fulfill(response)
    }
    logged.length = 0
    // After a failure, the form is still filled in.
    if ((await form.locator('[name=email]').inputValue()) === '') await fillForm(page, contract, answersFor(contract))
    await form.locator('button[type=submit]').click()
    await expect.poll(() => posts.length).toBeGreaterThan(0)
    const pause = answers.length === 0 ? 31_000 : 1000
    await expect
      .poll(async () => {
        await page.clock.fastForward(pause)
        return form.locator('button[type=submit]').textContent()
      })
      .toBe(contract.submit.label)
    await expect
      .poll(() => form.locator('.told').textContent())
      .toBe(cause === undefined ? contract.success.text : contract.failure.text)
    expect(posts).toHaveLength(attempts)
    expect(new Set(posts).size).toBe(1)
    await expect.poll(() => logged.length).toBe(cause === undefined ? 0 : 1)
    if (cause) expect(logged[0]).toContain(cause)
  })

  it('hides the honeypot field from visitors and autofill', async () => {
    const { page, close } = await browser.open()
    await openForm(page, 'get-started')
    const trap = page.locator('[name=_subject]')
    expect(await trap.evaluateAll((all) => all.map((element) => element.checkVisibility()))).toEqual([false])
    // Text browsers show fields that are hidden with CSS, so the label must say that this field must stay empty.
    expect(await trap.evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent?.trim())).toBe(
      'Leave this empty',
    )
    const fields = await page
      .locator('form.plan [name]:not([type=hidden])')
      .evaluateAll((all) => all.map((element) => element.getAttribute('name')))
    expect(fields.indexOf('_subject')).toBe(fields.length - 1)
    await close()
  })
})

describe('choosing a file that the relay would reject', () => {
  const large = (megabytes: number) => largeFile(megabytes * 1024 * 1024 + 1)
  const text = { name: 'resume.pdf.txt', mimeType: 'text/plain', buffer: Buffer.from('Asa') }
  it.each([
    ['job-application', large(10), 'File too large', 'Please upload a file smaller than 10MB'],
    ['general-resume', large(5), '', 'File size must be less than 5MB'],
    ['job-application', text, '', 'Choose a file that ends in .pdf, .doc or .docx'],
  ] as const)(
    'marks the field as invalid and blocks form %s until a valid file is chosen (case %#)',
    async (name, file, title, text) => {
      const contract = contractOf(name)
      const { page, close } = await browser.open()
      const posts: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(request.url())
      })
      await openForm(page, name)
      await fillForm(page, contract, answersFor(contract))
      const form = formOf(page, contract)
      await form.locator('[name=resume]').setInputFiles(file)
      const notices = page.getByRole('region', { name: 'Notifications' })
      const message = title ? notices.getByRole('alert') : form.locator('.told[data-tone=error]')
      await expect.poll(() => message.textContent().catch(() => '')).toBe(title + text)
      const resume = form.locator('[name=resume]')
      const marked = async () => {
        await form.locator('[name=resume][aria-invalid=true]').waitFor()
        const described = (await resume.getAttribute('aria-describedby'))?.split(' ') ?? []
        const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()))
        expect(texts).toContain(text)
        expect(await form.locator('.error-summary').isVisible()).toBe(false)
      }
      await marked()
      await form.locator('button[type=submit]').click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('resume')
      await marked()
      expect(posts).toEqual([])
      // The second message replaces the first.
      expect(await notices.locator('.notices-item').count()).toBe(title ? 1 : 0)
      await resume.setInputFiles(resumeFile)
      await form.locator('[name=resume]:not([aria-invalid])').waitFor()
      expect(await form.locator('.err').allTextContents()).not.toContain(text)
      expect(await form.locator('.told').textContent()).toBe('')
      await close()
    },
  )
})

it.each([true, false])('a form accepts a website without https:// (JavaScript: %s)', async (javaScriptEnabled) => {
  const contract = contractOf('brand-plan')
  const before = countOf('brand-plan')
  const { page, close } = await browser.open({ javaScriptEnabled })
  await page.goto(`${relay.site}/create-brand-plan`)
  if (javaScriptEnabled) await hydrated(page)
  await fillForm(page, contract, { ...answersFor(contract), websiteUrl: 'none yet' })
  const form = formOf(page, contract)
  const website = form.locator('[name=websiteUrl]')
  const isValid = () => website.evaluate((input) => (input as HTMLInputElement).validity.valid)
  expect(await website.getAttribute('inputmode')).toBe('url')
  expect(await isValid()).toBe(false)
  for (const typed of ['bücher.de', 'https://brand.example/a?b=c', 'Brand.com ']) {
    await website.fill(typed)
    expect(await isValid(), typed).toBe(true)
  }
  await form.locator('button[type=submit]').click()
  expect((await nextReceived('brand-plan', before))?.values.websiteUrl).toBe('https://Brand.com')
  await close()
})

describe('a form with delivery: console', () => {
  it('logs its values to the console, sends nothing, shows no message, and keeps the input', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-'))
    const content = path.join(folder, 'content')
    cpSync(path.join(projectRoot, 'tests', 'sites', 'harbor'), content, { recursive: true })
    const file = path.join(content, 'forms', 'contact.yaml')
    writeFileSync(file, `${readFileSync(file, 'utf8').replace(/^delivery: .*\n/m, '')}\ndelivery: console\n`)
    const out = path.join(folder, 'out')
    runSite(['build', '--content', content, '--out', out])
    const server = createPreviewServer(out)
    const site = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`
    const { contact: contract } = loadSiteForms(path.join(out, 'relay', 'forms.json')).forms
    if (!contract) throw new Error('there is no form contact')
    const answers = validAnswers(contract)
    const { page, close } = await browser.open()
    const logged: unknown[] = []
    const posts: string[] = []
    page.on('console', async (message) => {
      if (message.type() === 'log') logged.push(await message.args()[0]?.jsonValue())
    })
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url())
    })
    await page.goto(`${site}/contact`)
    await hydrated(page)
    await fillForm(page, contract, answers)
    const form = formOf(page, contract)
    const typed = await contentsOf(form)
    await form.locator('button[type=submit]').click()
    await expect.poll(() => logged).toEqual([answers])
    expect(posts).toEqual([])
    expect(await form.locator('.told').textContent()).toBe('')
    expect(await contentsOf(form)).toEqual(typed)
    await close()
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })
})
