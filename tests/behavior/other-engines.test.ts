import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { needs } from '../needs.ts'
import { temporaryFolder } from '../relay/spool-fixture.ts'
import { validAnswers } from '../relay/valid-answers.ts'
import { triesAllCases } from '../sampled.ts'
import { type EnginePage, engines } from './engines.ts'
import { CONTACT_FORM_END, runHarborRelay } from './harbor-relay.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'
import { consentAnswer, createPageLink, linkSettings, withConsent } from './signed-links.ts'

const FORM = `formType: contact
endpoint: send-form-submission
title: A quote
steps: true
groups:
  - title: Where you sell
    fields:
      - { kind: text, name: brand, label: Brand, required: true, prefill: true }
      - kind: radio
        name: sells
        label: Where do you sell?
        options: [{ value: amazon, label: Amazon }, { value: shop, label: My shop }]
      - { kind: url, name: shop, label: Your shop, required: true, when: { field: sells, is: [shop] } }
      - { kind: hidden, name: offer, label: Offer, parameter: offer }
  - title: Your plan
    fields:
      - { kind: date, name: start, label: Start, required: true, min: today + 2, max: today + 90 }
      - { kind: number, name: load, label: Load, min: 0.5, max: 40, step: 0.1 }
      - kind: file
        name: plans
        label: Plans
        extensions: [png, csv]
        maxMegabytes: 5
        multiple: 3
        tooLarge: { text: These files are too large. }
      - { kind: email, name: email, label: Email, required: true }
      - { kind: consent, name: news, label: News, text: Email me the news., confirm: email }
${CONTACT_FORM_END}`

const harbor = runHarborRelay((content) => {
  writeFileSync(path.join(content, 'forms', 'contact.yaml'), FORM)
  const entry = '{ provider: plausible, domain: harborandpine.example }'
  appendFileSync(path.join(content, 'site.yaml'), `\ncount: true\nmeasurement: [${entry}]\n`)
})

const START = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let agency: RunningRelay
let proxy: Server
/** Address at which the pages have no scripts, and show what `noscript` contains. */
let unscripted = ''
beforeAll(async () => {
  agency = await runRelay(inject('out'), linkSettings, withConsent)
  proxy = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming
    const { 'accept-encoding': _encoding, ...rest } = headers
    const outgoing = request(new URL(url, harbor.relay.site), { method, headers: rest }, async (answer) => {
      const { 'content-length': _length, ...others } = answer.headers
      const body = await buffer(answer)
      const isPage = answer.headers['content-type']?.startsWith('text/html')
      const text = body
        .toString()
        .replace(/<script\b.*?<\/script>|<\/?noscript>/gs, '')
        .replace(/\(scripting: ?none\)/g, 'all')
        .replace(/\(scripting: ?(?:enabled|initial-only)\)/g, 'not all')
      response.writeHead(answer.statusCode ?? 500, others).end(isPage ? text : body)
    })
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  unscripted = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  proxy?.close()
  proxy?.closeAllConnections()
  await agency?.stop()
})

// WebKit runs only in the chaos suite `samples`, because the gate's machines need not have it.
for (const { name, need, open } of triesAllCases ? engines : engines.slice(0, 1))
  describe(name, needs(need), () => {
    let page: EnginePage
    beforeAll(async () => {
      page = await open()
    })
    afterAll(() => page?.close())

    const text = (selector: string) =>
      page.run<string | undefined>(`document.querySelector('${selector}')?.textContent`)
    const field = (name: string) => `main form[data-form=contact] [name=${name}]`
    const isShown = (name: string) => page.run<boolean>(`document.querySelector('${field(name)}').checkVisibility()`)
    const focused = () => page.run('document.activeElement.name || document.activeElement.textContent')
    const focus = (selector: string) => page.run(`document.querySelector('${selector}').focus()`)
    const set = (name: string, value: string) =>
      page.run(
        `(document.querySelector('${field(name)}').value = '${value}', document.querySelector('${field(name)}').dispatchEvent(new Event('input', { bubbles: true })))`,
      )
    const received = () => harbor.relay.received().at(-1)

    it('sends a form with steps, conditions, files and values from the URL', async () => {
      const folder = await temporaryFolder()
      const files = ['plan.png', 'list.csv'].map((file) => path.join(folder, file))
      writeFileSync(files[0] ?? '', PNG)
      writeFileSync(files[1] ?? '', 'sku,units\nlamp,12\n')
      await page.goto(`${harbor.relay.site}/contact?brand=Lamp+Works&offer=spring`)
      await expect.poll(() => text('main form > p')).toContain('Step 1 of 2')
      // A separate script fills in the field, after the form has been shown.
      await expect.poll(() => page.run(`document.querySelector('${field('brand')}').value`)).toBe('Lamp Works')
      expect(await isShown('shop')).toBe(false)
      await focus(`${field('sells')}[value=shop]`)
      await page.press(' ')
      await expect.poll(() => isShown('shop')).toBe(true)
      await focus(field('shop'))
      await page.press('Enter')
      expect(await text('main form > p')).toContain('Step 1')
      await page.type('lamps.example')
      await page.press('Enter')
      await expect.poll(focused).toContain('Step 2 of 2')
      await page.back()
      await expect.poll(focused).toContain('Step 1 of 2')
      await page.forward()
      await expect.poll(focused).toContain('Step 2 of 2')
      expect(await page.run(`document.querySelector('${field('start')}').min > '2026'`)).toBe(true)
      await focus(field('start'))
      const [year, month, day] = START.split('-')
      await page.type([month, day, year].join(page.dateSeparator))
      await focus(field('load'))
      await page.type('0.7')
      await page.upload(field('plans'), files)
      await focus(field('email'))
      await page.type(`ada@${name.toLowerCase()}.example`)
      await focus(field('news'))
      await page.press(' ')
      await focus(field('email'))
      await page.press('Enter')
      await expect.poll(() => text('main form .told')).toContain('It is on board.')
      await expect.poll(() => received()?.values.email).toBe(`ada@${name.toLowerCase()}.example`)
      expect(received()?.values).toMatchObject({
        ...{
          brand: 'Lamp Works',
          sells: 'shop',
          shop: 'https://lamps.example',
          offer: 'spring',
          start: START,
          load: 0.7,
        },
      })
      expect(received()?.attachments.map((file) => file.name)).toEqual(['plan.png', 'list.csv'])
      expect(received()?.consents).toMatchObject([{ field: 'news', given: true }])
    })

    it('sends the form as one page without scripts, and the relay discards answers that do not apply', async () => {
      await page.goto(`${unscripted}/contact`)
      expect(await isShown('shop')).toBe(true)
      expect(await text('main form .field:has([name=shop]) .hint')).toBe('Only if you chose My shop.')
      await set('brand', 'Lamp Works')
      await set('shop', 'dropped.example')
      await set('start', START)
      await focus(field('email'))
      await page.type(`plain@${name.toLowerCase()}.example`)
      await page.press('Enter')
      await expect.poll(() => page.run('location.pathname')).toBe('/thanks/contact')
      await expect.poll(() => received()?.values.email).toBe(`plain@${name.toLowerCase()}.example`)
      expect(received()?.values).not.toHaveProperty('shop')
    })

    it('loads a service only after the visitor has accepted it with the keyboard', async () => {
      await page.goto(`${harbor.relay.site}/`)
      const bar = '[aria-label="Privacy choices"]'
      await expect.poll(() => text(bar)).toContain('Decline')
      const services = () => page.run<number>(`document.querySelectorAll('script[src*="plausible.io"]').length`)
      expect(await services()).toBe(0)
      await page.run(
        `[...document.querySelectorAll('${bar} button')].find((one) => one.textContent === 'Accept').focus()`,
      )
      await page.press('Enter')
      await expect.poll(() => page.run(`document.querySelector('${bar}')?.checkVisibility() ?? false`)).toBe(false)
      await expect.poll(services).toBe(1)
    })

    it('records an outcome and confirms a consent on signed pages', async () => {
      const contract = agency.contracts.consultation ?? expect.unreachable()
      const body = JSON.stringify({ formType: contract.formType, ...validAnswers(contract), ...consentAnswer })
      const headers = { 'content-type': 'application/json' }
      const sent = await fetch(`${agency.site}/functions/v1/${contract.endpoint}`, { method: 'POST', body, headers })
      const { id } = (await sent.json()) as { id: string }
      await page.goto(createPageLink(agency.site, 'outcome', id))
      await page.click('button[value=qualified]')
      await expect.poll(() => text('dd')).toBe('Qualified')
      await page.goto(createPageLink(agency.site, 'consent', id))
      await page.click('form button')
      await expect.poll(() => text('h1')).toBe('You have confirmed your consent')
    })
  })
