import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { needs } from '../needs.ts'
import { toTexts, validAnswers } from '../relay/valid-answers.ts'
import { type Ask, ask } from './ask.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { fillForm, formOf, places } from './fill-form.ts'
import { largeFile } from './large-file.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'
import { createPageLink, linkSettings } from './signed-links.ts'
import { freePort, type RunningServer, webServers } from './web-servers.ts'

const browser = sharedBrowser({ reducedMotion: 'reduce', ignoreHTTPSErrors: true })
const proxies = webServers.filter(({ name }) => name !== 'preview')
const PAGE = { accept: 'text/html,*/*;q=0.8' }
/** Number of submissions per minute that the relay accepts from one address. */
const POSTS = 3

describe.each(proxies)('$name in front of the relay', ({ name, needs: all, serve }) => {
  let settings: Record<string, string>
  let relay: RunningRelay
  let server: RunningServer
  beforeAll(async () => {
    const port = await freePort()
    settings = { ...linkSettings, RELAY_BIND: `127.0.0.1:${port}`, RELAY_POSTS_PER_MINUTE: String(POSTS) }
    relay = await runRelay(inject('out'), settings)
    server = await serve(inject('out'), port)
  })
  afterAll(async () => {
    await server?.stop()
    await relay?.stop()
  })

  const contractOf = (form: string) => relay.contracts[form] ?? expect.fail(form)
  const post = (form: string, how: Ask) =>
    ask(server.address, `/functions/v1/${contractOf(form).endpoint}`, {
      method: 'POST',
      ...how,
      headers: { origin: server.address, referer: `${server.address}/careers`, ...how.headers },
    })
  /** Submits a form as a page without JavaScript would. */
  const postFields = (form: string, headers = PAGE) => {
    const fields = { formType: form, ...toTexts(contractOf(form), validAnswers(contractOf(form))) }
    const body = new URLSearchParams(fields as Record<string, string>).toString()
    return post(form, { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body })
  }
  /** Submits a resume of a given size with valid answers. */
  const postResume = async (bytes: number) => {
    const form = new FormData()
    const answers = { ...contractOf('general-resume').fixed, ...validAnswers(contractOf('general-resume')) }
    for (const [field, value] of Object.entries(answers)) form.set(field, String(value))
    form.set('resume', new File([Buffer.alloc(bytes)], 'resume.pdf', { type: 'application/pdf' }))
    const { headers, body } = await encode(form)
    return post('general-resume', { headers: { ...PAGE, ...headers }, body })
  }

  it.each([true, false])('delivers a submitted form (JavaScript: %s)', needs(...all), async (javaScriptEnabled) => {
    const contract = contractOf('get-started')
    const { page, close } = await browser.open({ javaScriptEnabled })
    await page.goto(`${server.address}/get-started`)
    if (javaScriptEnabled) await hydrated(page)
    const send = () => formOf(page, contract).locator('button[type=submit]').click()
    const answers = validAnswers(contract)
    if (!javaScriptEnabled) {
      // A name that consists of spaces passes the browser's validation but not the relay's.
      await fillForm(page, contract, { ...answers, name: '   ' })
      await send()
      await page.locator('.error-summary a').first().waitFor()
      expect(await formOf(page, contract).locator('[name=email]').inputValue()).toBe(answers.email)
    }
    await fillForm(page, contract, answers)
    const before = relay.received().length
    await send()
    if (javaScriptEnabled)
      await expect.poll(() => formOf(page, contract).locator('.told').textContent()).toBe(contract.success.text)
    else await page.waitForURL(`${server.address}/thanks/get-started**`)
    await expect.poll(() => relay.received().length).toBe(before + 1)
    await close()
  })

  it('passes on the page on which a team records the outcome of a lead', needs(...all), async () => {
    const form = 'consultation'
    const data = JSON.stringify({ formType: form, ...validAnswers(contractOf(form)) })
    const sent = await post(form, { headers: { 'content-type': 'application/json' }, body: data })
    const { pathname, search } = new URL(createPageLink(server.address, 'outcome', JSON.parse(sent.body).id))
    const headers = { ...PAGE, 'content-type': 'application/x-www-form-urlencoded' }
    const recorded = await ask(server.address, pathname + search, { method: 'POST', headers, body: 'status=won' })
    expect([recorded.status, recorded.headers.location]).toEqual([303, `outcome${search}`])
    expect((await ask(server.address, pathname + search)).body).toContain('<dd>Won</dd>')
  })

  it('returns 413 and a page with the form input if a file slightly exceeds the limit', needs(...all), async () => {
    const { status, body } = await postResume(11 * 1024 ** 2)
    expect([status, body.includes('asa@brand.example')]).toEqual([413, true])
  })

  it('returns 413 and an error page if a file far exceeds the limit', needs(...all), async () => {
    const contract = contractOf('job-application')
    const { page, close } = await browser.open({ javaScriptEnabled: false })
    await page.goto(`${server.address}${places['job-application']?.path}`)
    await fillForm(page, contract, validAnswers(contract))
    const form = formOf(page, contract)
    await form.locator('[type=file]').setInputFiles(largeFile(30 * 1024 ** 2))
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await form.locator('button[type=submit]').click()
    expect((await answer).status()).toBe(413)
    // Caddy forwards files of any size; the relay rejects a file this large without reading it.
    await page.getByText(name === 'Caddy' ? 'That was too large to send' : 'That file is too large').waitFor()
    await close()
    if (name === 'Caddy') return
    const program = await post('general-resume', { headers: { 'content-length': String(30 * 1024 ** 2) } })
    expect(program).toMatchObject({ status: 413, body: expect.stringContaining('"status":413') })
  })

  it("returns 429 and the relay's page with the form input after too many submissions", needs(...all), async () => {
    for (let sent = 0; sent < POSTS; sent++) expect((await postFields('contact')).status).toBe(303)
    const answer = await postFields('contact')
    expect(answer).toMatchObject({ status: 429, body: expect.stringContaining('asa@brand.example') })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('returns 502 as HTML to browsers and as JSON to other clients when the relay is down', needs(...all), async () => {
    await relay.stop()
    const [page, problem] = await Promise.all([postFields('contact'), postFields('contact', { accept: '*/*' })])
    expect(page).toMatchObject({ status: 502, body: expect.stringMatching(/<main[\s\S]*mailto:/) })
    expect([problem.headers['content-type'], JSON.parse(problem.body).status]).toEqual([
      'application/problem+json',
      502,
    ])
  })

  if (name === 'Caddy')
    it('holds requests until the relay has restarted', needs(...all), async () => {
      const answer = ask(server.address, '/thanks/contact')
      // By the time `/about` is served, Caddy's first attempt to reach the stopped relay has failed.
      await ask(server.address, '/about')
      relay = await runRelay(inject('out'), settings)
      expect((await answer).status).toBe(200)
    })
})

async function encode(form: FormData): Promise<{ headers: Record<string, string>; body: Uint8Array }> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, body: new Uint8Array(await encoded.arrayBuffer()) }
}
