import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { testForms } from '../../cli/audit/trial/trial.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { contentsOf } from './fill-form.ts'
import { runHarborRelay } from './harbor-relay.ts'
import { findOverflow } from './inspectors/texts.ts'
import { tabTo } from './keyboard.ts'
import { runRelay } from './running-relay.ts'

/** Returns a day as YYYY-MM-DD. Limits are far away, so that tests do not depend on the hour. */
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const EXCLUDED = inDays(40)

const options = ['tea', 'rope', 'lamps'].map((value) => ({ value, label: value }))
const text = { name: 'name', label: 'Name', required: true, prefill: true, maxLength: 40 }
const FIELDS = [
  { kind: 'text', ...text },
  { kind: 'email', name: 'email', label: 'Email', prefill: true },
  { kind: 'tel', name: 'phone', label: 'Phone', prefill: true },
  { kind: 'url', name: 'website', label: 'Website', prefill: true },
  { kind: 'select', name: 'main', label: 'Main product', placeholder: 'Choose', options, prefill: true },
  { kind: 'radio', name: 'next', label: 'Next product', options, prefill: true },
  { kind: 'checkboxes', name: 'others', label: 'Other products', options, prefill: true },
  {
    ...{ kind: 'slider', name: 'budget', label: 'Budget', min: 0, max: 1000, step: 50, default: 100 },
    ...{ display: 'compact', maxLabel: '$1K+', wire: 'number', prefill: true },
  },
  {
    ...{ kind: 'date', name: 'start', label: 'Start', min: 'today + 2', max: 'today + 90', prefill: true },
    exclude: [EXCLUDED],
    messages: { invalid: 'Choose a later day' },
  },
  {
    ...{ kind: 'number', name: 'load', label: 'Load', min: 0.5, max: 40, step: 0.1, unit: 't', prefill: true },
    messages: { invalid: 'Write a load up to 40 t' },
  },
  { kind: 'textarea', name: 'message', label: 'Message', prefill: true, maxLength: 100 },
  { kind: 'text', name: 'town', label: 'Town', prefill: true },
  { kind: 'hidden', name: 'campaign', label: 'Campaign', value: 'spring' },
  { kind: 'hidden', name: 'offer', label: 'Offer', parameter: 'offer' },
]

const browser = sharedBrowser({ reducedMotion: 'reduce', locale: 'en-US' })
const harbor = runHarborRelay((content) => {
  appendFileSync(path.join(content, 'site.yaml'), '\ncount: true\n')
  const file = path.join(content, 'forms', 'contact.yaml')
  const form = parse(readFileSync(file, 'utf8'))
  writeFileSync(file, stringify({ ...form, groups: [{ fields: FIELDS }] }))
})
/** Name of the script that fills in fields from the address. Names of scripts are hashes. */
let script = ''
beforeAll(() => {
  const scripts = path.join(harbor.out, 'site', 'assets', 'chunks')
  const isPrefill = (name: string) => /CustomEvent\(.input/.test(readFileSync(path.join(scripts, name), 'utf8'))
  script = readdirSync(scripts).find((name) => name.endsWith('.js') && isPrefill(name)) ?? ''
  expect(script).not.toBe('')
})

const LATER = inDays(30)
const TOO_LATE = inDays(300)

const formOn = (page: Page) => page.locator('form[data-form=contact]')

/** Opens the contact form, or another page. @param query parameters of the address */
async function open(query: Record<string, string> | URLSearchParams = {}, { start = '/contact', js = true } = {}) {
  const opened = await browser.open({ javaScriptEnabled: js })
  await opened.page.goto(`${harbor.relay.site}${start}?${new URLSearchParams(query)}`)
  if (js) await hydrated(opened.page)
  return opened
}

/** Goes to the contact form by client-side navigation. */
async function follow(page: Page, to = '/contact') {
  await page.locator(`a[href="${to}"]:visible`).first().click()
  await page.waitForURL(({ pathname }) => pathname === to)
}

/** Sends the form, and returns the values that were delivered. */
async function send(page: Page) {
  const before = harbor.relay.received().length
  await formOn(page).locator('[type=submit]').click()
  await expect.poll(() => harbor.relay.received().length).toBe(before + 1)
  return harbor.relay.received().at(-1)?.values
}

const PARAMETERS = new URLSearchParams({
  ...{ name: 'Ada "Rope" & Sons', email: 'ada@mail.example', phone: '+1 207 555 0199', website: 'rope.example/shop' },
  ...{ main: 'rope', next: 'lamps', others: 'tea', budget: '650', start: LATER, load: '2.5', message: 'One\nTwo' },
  town: 'Rockland',
  offer: 'tea',
})
PARAMETERS.append('others', 'lamps')
const PREFILLED = {
  ...{ name: ['Ada "Rope" & Sons'], email: ['ada@mail.example'], phone: ['+1 207 555 0199'] },
  ...{ website: ['rope.example/shop'], main: ['rope'], next: ['lamps'], others: ['tea', 'lamps'] },
  ...{ budget: ['650'], start: [LATER], load: ['2.5'], message: ['One\nTwo'], town: ['Rockland'], _subject: [''] },
}
const EMPTY = {
  ...{ name: [''], email: [''], phone: [''], website: [''], main: [''], budget: ['100'], start: [''] },
  ...{ load: [''], message: [''], town: [''], _subject: [''] },
}

describe('date and number fields', () => {
  it('can be filled in with the keyboard, and are delivered as a day and a number', async () => {
    const { page, faults, close } = await open()
    await tabTo(page, '[name=name]')
    await page.keyboard.type('Ada')
    await tabTo(page, '[name=start]')
    const [year, month, day] = LATER.split('-')
    await page.keyboard.type(`${month}${day}${year}`)
    await tabTo(page, '[name=load]')
    await page.keyboard.type('0.7')
    await page.keyboard.press('ArrowDown')
    expect(await send(page)).toMatchObject({ start: LATER, load: 0.6, campaign: 'spring', offer: '' })
    expect(faults).toEqual([])
    await close()
  })

  it('keep a number that has the focus while the visitor scrolls', async () => {
    const { page, close } = await open()
    const load = formOn(page).locator('[name=load]')
    await load.fill('5')
    await load.hover()
    const before = await page.evaluate(() => scrollY)
    await page.mouse.wheel(0, -100)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before)
    expect(await load.inputValue()).toBe('5')
    await close()
  })

  it('are rejected by the browser outside their limits, which depend on the day of the visit', async () => {
    const { page, close } = await browser.open({}, false)
    await page.clock.setFixedTime(new Date('2031-12-30T12:00:00'))
    await page.goto(`${harbor.relay.site}/contact`)
    await hydrated(page)
    const start = formOn(page).locator('[name=start]')
    await expect.poll(() => start.getAttribute('min')).toBe('2032-01-01')
    expect(await start.getAttribute('max')).toBe('2032-03-29')
    const isValid = (name: string, value: string) =>
      formOn(page)
        .locator(`[name=${name}]`)
        .evaluate((input, to) => {
          Object.assign(input, { value: to })
          return (input as HTMLInputElement).validity.valid
        }, value)
    const days = ['2031-12-31', '2032-01-01', '2032-03-29', '2032-03-30']
    expect(await Promise.all(days.map((day) => isValid('start', day)))).toEqual([false, true, true, false])
    const loads = ['0.4', '0.5', '0.8', '0.85', '40', '40.1']
    expect(await Promise.all(loads.map((load) => isValid('load', load)))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ])
    await close()
  })

  it('report an excluded day with the message of the field, until another day is chosen', async () => {
    const { page, close } = await open()
    const start = formOn(page).locator('[name=start]')
    const readMessage = () => start.evaluate((input) => (input as HTMLInputElement).validationMessage)
    await start.fill(EXCLUDED)
    expect(await readMessage()).toBe('Choose a later day')
    await start.fill(LATER)
    expect(await readMessage()).toBe('')
    await close()
  })

  it('are checked by the relay without JavaScript, and keep their answers', async () => {
    const { page, close } = await open({ ...Object.fromEntries(PARAMETERS) }, { js: false })
    const html = await (await fetch(`${harbor.relay.site}/contact`)).text()
    expect(/<input[^>]*type="date"[^>]*>/.exec(html)?.[0]).not.toMatch(/20\d\d|min=|max=/)
    expect(await contentsOf(formOn(page))).toEqual(EMPTY)
    await formOn(page).evaluate((form) => form.setAttribute('novalidate', ''))
    const fill = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await page.locator(`form [name=${name}]`).fill(value)
    }
    await fill({ name: 'Ada', start: TOO_LATE, load: '0.55' })
    await page.locator('form [type=submit]').click()
    await page.locator('.error-summary').waitFor()
    expect(await page.locator('.error-summary a').allTextContents()).toEqual([
      'Choose a later day',
      'Write a load up to 40 t',
    ])
    expect(await contentsOf(page.locator('form'))).toMatchObject({ name: ['Ada'], start: [TOO_LATE], load: ['0.55'] })
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await findOverflow(page)).toEqual([])
    await fill({ start: LATER, load: '1e1' })
    const before = harbor.relay.received().length
    await page.locator('form [type=submit]').click()
    await page.waitForURL(({ pathname }) => pathname === '/thanks/contact')
    await expect.poll(() => harbor.relay.received().length).toBe(before + 1)
    expect(harbor.relay.received().at(-1)?.values).toMatchObject({
      start: LATER,
      load: 10,
      campaign: 'spring',
      offer: '',
    })
    await close()
  })

  it('have example answers that the built relay accepts and delivers', async () => {
    expect(await testForms(harbor.out, ['/contact'])).toEqual({ posts: 5, problems: [] })
  })

  it('are accessible, and fit a window that is 320 px wide', async () => {
    const { page, close } = await open()
    expect(await page.getByRole('spinbutton', { name: /^Load \(t\)/ }).count()).toBe(1)
    expect(await page.getByLabel(/^Start/).getAttribute('type')).toBe('date')
    expect(await page.getByText('Campaign').count()).toBe(0)
    expect(toPageFindings(await runAxe(page))).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await findOverflow(page)).toEqual([])
    await close()
  })
})

describe('a hidden field', () => {
  it.each([
    ['the page with the form', '/contact', 'tea', 'tea'],
    ['the first page of the visit', '/services', 'tea', 'tea'],
    ['a page with a hostile parameter', '/contact', `<b>\n\u0000${'x'.repeat(2000)}`, `<b> ${'x'.repeat(495)}`],
  ])('contains the parameter of %s', async (_, start, offer, delivered) => {
    const { page, faults, close } = await open({ offer }, { start })
    if (start !== '/contact') await follow(page)
    await formOn(page).locator('[name=name]').fill('Ada')
    expect(await send(page)).toMatchObject({ campaign: 'spring', offer: delivered })
    expect(faults).toEqual([])
    await close()
  })

  it('contains the parameter of the current page rather than that of an earlier one', async () => {
    const { page, close } = await open({ offer: 'rope' }, { start: '/services' })
    await page.evaluate((address) => location.assign(address), `${harbor.relay.site}/contact?offer=lamps`)
    await page.waitForURL('**/contact?offer=lamps')
    await hydrated(page)
    await formOn(page).locator('[name=name]').fill('Ada')
    expect(await send(page)).toMatchObject({ offer: 'lamps' })
    await close()
  })
})

describe('a field with prefill', () => {
  it('shows the parameter with its name, also after client-side navigation, and sends nothing by itself', async () => {
    const { page, faults, close } = await open(PARAMETERS)
    const posts: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())))
    await expect.poll(() => contentsOf(formOn(page))).toEqual(PREFILLED)
    expect(await formOn(page).locator('output').textContent()).toBe('$650')
    await page.waitForLoadState('networkidle')
    expect(posts.filter((url) => !url.includes('step=seen'))).toEqual([])
    await formOn(page).locator('[name=name]').press('End')
    await page.keyboard.type('!')
    await expect.poll(() => posts.filter((url) => url.includes('step=begun')).length).toBe(1)
    await follow(page, '/services')
    await page.goBack()
    await expect.poll(() => contentsOf(formOn(page))).toEqual({ ...PREFILLED, name: ['Ada "Rope" & Sons!'] })
    expect(await send(page)).toMatchObject({
      ...{ name: 'Ada "Rope" & Sons!', website: 'https://rope.example/shop', others: ['tea', 'lamps'] },
      ...{ budget: 650, load: 2.5, message: 'One\nTwo', offer: 'tea' },
    })
    expect(await contentsOf(formOn(page))).toEqual(EMPTY)
    expect(faults).toEqual([])
    await close()
  })

  it('shows the parameter of the first page of the visit', async () => {
    const { page, close } = await open(PARAMETERS, { start: '/services' })
    await follow(page)
    await expect.poll(() => contentsOf(formOn(page))).toEqual(PREFILLED)
    await close()
  })

  it('keeps what the visitor has typed or removed before', async () => {
    const { page, close } = await browser.open()
    await page.route(`**/${script}`, async (route) => {
      await formOn(page).locator('[name=name]').fill('Grace')
      await route.continue()
    })
    await page.goto(`${harbor.relay.site}/contact?name=Ada&email=ada%40mail.example`)
    const values = async () => {
      const { name, email } = await contentsOf(formOn(page))
      return [name, email]
    }
    await expect.poll(values).toEqual([['Grace'], ['ada@mail.example']])
    await formOn(page).locator('[name=email]').fill('')
    await follow(page, '/services')
    await page.goBack()
    await expect.poll(values).toEqual([['Grace'], ['']])
    await close()
  })

  const markup = '<img src=x onerror="document.title=1">'
  it.each([
    ['markup', Object.fromEntries(FIELDS.map(({ name }) => [name, markup]))],
    ['control characters', Object.fromEntries(FIELDS.map(({ name }) => [name, 'a\u0000\u001b[31m\u0085b']))],
    ['line breaks in a line', { name: 'Ada\nBcc: x', email: 'a@b.example\nx', phone: '1234\n5678', load: '1\n2' }],
    ['a million characters', { message: '1'.repeat(1_000_000) }],
    ['many digits', { load: '1'.repeat(10_000), start: '1'.repeat(10_000), phone: '1'.repeat(10_000) }],
    ['one character too many', { name: 'x'.repeat(41), message: 'x'.repeat(101) }],
    ['choices that do not exist', { main: 'ebay', next: '', others: 'tea,rope', budget: '655' }],
    [
      'invalid formats',
      { email: 'nobody', phone: 'x', website: 'javascript:alert(1)', start: '1/2/2030', load: 'NaN' },
    ],
    ['values out of range', { start: TOO_LATE, load: '1e300', budget: '-50' }],
    ['values between steps', { load: '0.55', budget: '1e1', start: '2030-02-30' }],
  ])('stays empty if the address contains %s', async (_, query) => {
    const { page, faults, close } = await browser.open()
    // Servers refuse addresses of a million characters.
    await page.route('**/contact?*', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: `${harbor.relay.site}/contact` }) })
    })
    await page.goto(`${harbor.relay.site}/contact?${new URLSearchParams({ ...query, town: 'Rockland' })}`)
    await hydrated(page)
    await expect.poll(() => contentsOf(formOn(page))).toEqual({ ...EMPTY, town: ['Rockland'] })
    expect(await formOn(page).locator('output').textContent()).toBe('$100')
    expect(await page.title()).toContain('Write to the crew')
    // The browser warns of values that a control of their type cannot have.
    expect(faults.filter((text) => !text.includes('The specified value'))).toEqual([])
    await close()
  })

  it('loads its script only if the address has its parameter', async () => {
    const other = await runRelay(inject('out'))
    const { page, close } = await browser.open()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const address of [`${harbor.relay.site}/contact?to=Ada`, `${other.site}/get-started?name=Ada`]) {
      await page.goto(address)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
    }
    expect(requests.filter((url) => url.endsWith(script))).toEqual([])
    expect(await page.locator('form[data-form=get-started] [name=name]').inputValue()).toBe('')
    await close()
    await other.stop()
  })
})
