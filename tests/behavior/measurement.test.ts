import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { runAxe, toPageFindings } from '../../cli/audit/axe.ts'
import { openBuiltSite } from '../../cli/audit/built-site.ts'
import { auditPageSizes } from '../../cli/audit/page-sizes.ts'
import { collectPageDiagnostics } from '../../cli/audit/visit.ts'
import { readThresholds } from '../../cli/diagnostics/thresholds.ts'
import type { AnswerValues } from '../../src/forms/value.ts'
import { runDev } from '../cli/running-dev.ts'
import { validAnswers } from '../relay/valid-answers.ts'
import { hydrated, sharedBrowser } from './browser.ts'
import { fillForm, formOf } from './fill-form.ts'
import { runHarborRelay } from './harbor-relay.ts'
import { coveredFocus } from './inspectors/focus.ts'
import { focusedText, tabTo } from './keyboard.ts'
import {
  entries,
  type Hit,
  listServices,
  type ServiceName,
  serveServices,
  serviceNames,
} from './measurement-services.ts'

const THANK_YOU = `path: /thank-you
title: Thank you for writing
description: We have your message, and you hear from us soon. Until then, read what the crew writes about selling.
sections:
  - { type: hero, heading: Your message is on board. }
`

/** Lists every service, each of which asks, and shows a page after the contact form is sent. */
function prepare(content: string): void {
  const measurement = Object.values(entries).map((entry) => `  - ${JSON.stringify(entry)}\n`)
  appendFileSync(path.join(content, 'site.yaml'), `\nmeasurement:\n${measurement.join('')}`)
  appendFileSync(path.join(content, 'pages', 'privacy.md'), '\n{measurement-table}\n')
  writeFileSync(path.join(content, 'pages', 'thank-you.yaml'), THANK_YOU)
  const form = path.join(content, 'forms', 'contact.yaml')
  writeFileSync(form, readFileSync(form, 'utf8').replace('success:\n', 'success:\n  page: /thank-you\n'))
}

const harbor = runHarborRelay(prepare)
const browser = sharedBrowser()
let close = async () => {}
afterEach(() => close())

interface Visit extends BrowserContextOptions {
  path?: string
  /** The services of the site; by default all, each of which asks. */
  services?: { provider: string; ask: boolean }[]
  changePolicy?: (policy: string) => string
  privacyControl?: boolean
}

/** Opens a page in a new context, because contexts keep the visitor's answer. */
async function visit({ path = '/', services, changePolicy, privacyControl, ...options }: Visit = {}) {
  const opened = await browser.open(options, false)
  const { page } = opened
  close = opened.close
  const served = await serveServices(page)
  if (services || changePolicy) {
    const all = Object.values(entries).map((entry) => ({ ...entry, ask: true }))
    await listServices(page, services ?? all, changePolicy)
  }
  await page.addInitScript({ content: `globalThis.__name = (value) => value; (${collectPageDiagnostics})()` })
  if (privacyControl)
    await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
  await page.goto(harbor.relay.site + path)
  if (options.javaScriptEnabled !== false) await hydrated(page)
  return { ...opened, ...served }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Privacy choices' })
const answer = (page: Page, name: 'Accept' | 'Decline') => bar(page).getByRole('button', { name }).click()
const choices = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' })
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }))
const violations = (page: Page) =>
  page.evaluate(() => (window as unknown as { pageDiagnostics: { policy: string[] } }).pageDiagnostics.policy)
const follow = async (page: Page, to: string) => {
  await page.locator(`header a[href="${to}"]:visible`).click()
  await page.waitForFunction(
    (to) => location.pathname === to && document.querySelector('h1') === document.activeElement,
    to,
  )
}

/** Waits for the services to count something on a page, and returns what each of them has counted there. */
async function expectCounted(hits: readonly Hit[], event: string, page: string, services = serviceNames) {
  const found = () => hits.filter((hit) => hit.event === event && hit.page === page)
  await expect.poll(() => found().length).toBe(services.length)
  expect(
    found()
      .map(({ service }) => service)
      .sort(),
  ).toEqual([...services].sort())
  return found()
}
/** Services that count page views. The others do what their own script does. */
const pageCounters = serviceNames.filter((name) => name !== 'script')

/** @param answers answers that differ from the usual ones */
async function sendContactForm(page: Page, answers: AnswerValues = {}): Promise<void> {
  const { contact } = harbor.relay.contracts
  if (!contact) throw new Error('the site has no contact form')
  await fillForm(page, contact, { ...validAnswers(contact), ...answers })
  await formOf(page, contact).locator('button[type=submit]').click()
}

describe('services that ask', () => {
  it('load nothing and store nothing until the visitor accepts, on any page', async () => {
    const { page, requested, faults } = await visit()
    await bar(page).waitFor()
    await follow(page, '/services')
    await page.goto(`${harbor.relay.site}/contact`)
    await hydrated(page)
    await bar(page).waitFor()
    await sendContactForm(page)
    await page.waitForURL('**/thank-you')
    expect([requested, await stored(page), await page.context().cookies(), faults]).toEqual([[], {}, [], []])
  })

  it('count the page once the visitor accepts, and every page after it', async () => {
    const { page, hits, faults } = await visit()
    await answer(page, 'Accept')
    expect(await bar(page).count()).toBe(0)
    await expectCounted(hits, 'page', '/', pageCounters)
    await expectCounted(hits, 'start', '/', ['script'])
    await follow(page, '/services')
    await expectCounted(hits, 'page', '/services', pageCounters)
    await page.goBack()
    await expect.poll(() => hits.filter(({ page }) => page === '/').length).toBe(2 * pageCounters.length + 1)
    await page.goto(`${harbor.relay.site}/contact`)
    await expectCounted(hits, 'page', '/contact', pageCounters)
    expect([await bar(page).count(), await stored(page), faults]).toEqual([0, { measurement: 'yes' }, []])
  })

  it('load nothing on any page once the visitor declines, and do not ask again', async () => {
    const { page, requested } = await visit()
    await answer(page, 'Decline')
    await follow(page, '/services')
    await page.goto(`${harbor.relay.site}/contact`)
    await choices(page).waitFor()
    expect([await bar(page).count(), requested, await stored(page)]).toEqual([0, [], { measurement: 'no' }])
  })

  it('load nothing and ask nothing if the browser sends Global Privacy Control', async () => {
    const { page, requested } = await visit({
      privacyControl: true,
      services: [
        { ...entries.umami, ask: true },
        { ...entries.matomo, ask: false },
      ],
    })
    // The other service shows that the script has run.
    await expect.poll(() => requested.length).toBe(2)
    expect(requested.every((url) => url.startsWith(entries.matomo.server))).toBe(true)
    expect([await bar(page).count(), await choices(page).count(), await stored(page)]).toEqual([0, 0, {}])
  })

  it('load nothing and ask nothing without JavaScript', async () => {
    const { page, requested } = await visit({ javaScriptEnabled: false })
    expect([await bar(page).count(), await choices(page).count(), requested]).toEqual([0, 0, []])
  })

  it('ask nothing if the browser forbids storage, because it would forget the answer', async () => {
    const { page } = await visit()
    await page.addInitScript("Object.defineProperty(window, 'localStorage', { get() { throw new Error() } })")
    await page.reload()
    await hydrated(page)
    expect(await bar(page).count()).toBe(0)
  })

  it('apply the answer to the open page if the storage is full', async () => {
    const { page, hits } = await visit()
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await answer(page, 'Accept')
    await expectCounted(hits, 'page', '/', pageCounters)
    expect(await bar(page).count()).toBe(0)
  })
})

describe('the button in the footer', () => {
  it('asks again, and stops all services if the visitor then declines', async () => {
    const { page, hits, requested } = await visit()
    await answer(page, 'Accept')
    await expectCounted(hits, 'page', '/', pageCounters)
    await choices(page).click()
    expect(await focusedText(page)).toMatch(/^May we measure/)
    await Promise.all([page.waitForEvent('load'), answer(page, 'Decline')])
    await hydrated(page)
    const before = requested.length
    await follow(page, '/services')
    expect([requested.length, await stored(page)]).toEqual([before, { measurement: 'no' }])
  })

  it('starts the services if the visitor then accepts, and gets the focus back', async () => {
    const { page, hits } = await visit()
    await answer(page, 'Decline')
    await choices(page).click()
    await answer(page, 'Accept')
    await expectCounted(hits, 'page', '/', pageCounters)
    expect(await focusedText(page)).toBe('Privacy choices')
    expect(await stored(page)).toEqual({ measurement: 'yes' })
  })

  it('starts nothing again if the answer stays the same', async () => {
    const { page, hits } = await visit()
    await answer(page, 'Accept')
    await expectCounted(hits, 'page', '/', pageCounters)
    await choices(page).click()
    await answer(page, 'Accept')
    await follow(page, '/services')
    await expectCounted(hits, 'page', '/services', pageCounters)
  })
})

describe('services that do not ask', () => {
  const services = Object.values(entries).map((entry) => ({ ...entry, ask: false }))

  it('start after the page has been painted, without a question and without cookies', async () => {
    const { page, hits, bodies, faults } = await visit({ services })
    await expectCounted(hits, 'page', '/', pageCounters)
    const [painted = 0, ...requests] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => !name.startsWith(location.origin))
        .map(({ startTime }) => startTime),
    ])
    expect(requests.length).toBeGreaterThanOrEqual(2 * services.length)
    for (const start of requests) expect(start).toBeGreaterThanOrEqual(painted)
    expect(await page.context().cookies()).toEqual([])
    expect(bodies.find((body) => body.includes('setTrackerUrl'))).toContain('"disableCookies":true')
    expect([await stored(page), faults]).toEqual([{}, []])
  })

  it('allow no use for advertising', async () => {
    const { bodies } = await visit({ services: [{ ...entries.google, ask: false }] })
    const denied = 'ad_storage=denied&ad_user_data=denied&ad_personalization=denied'
    await expect
      .poll(() => bodies.filter((body) => body.includes('page_view')))
      .toEqual([expect.stringContaining(denied)])
  })
})

describe.each(serviceNames)('the policy for %s', (name) => {
  const visitWith = (changePolicy?: (policy: string) => string) =>
    visit({ services: [{ ...entries[name], ask: false }], ...(changePolicy && { changePolicy }) })
  const own = async () => {
    const { page } = await visitWith()
    const response = await page.request.get(`${harbor.relay.site}/`)
    await close()
    return response.headers()['content-security-policy'] ?? ''
  }

  it('is sufficient, and no origin can be removed from it', async () => {
    const event: [string, ServiceName[]] = name === 'script' ? ['start', [name]] : ['page', [name]]
    const { page, hits } = await visitWith()
    await expectCounted(hits, event[0], '/', event[1])
    await page.waitForLoadState('networkidle')
    expect(await violations(page)).toEqual([])
    await close()
    const policy = await own()
    const origins = originsOf[name]
    for (const [directive, list] of Object.entries(origins))
      for (const origin of list) {
        const part = policy.split('; ').find((part) => part.startsWith(`${directive} `)) ?? ''
        expect(part.split(' ')).toContain(origin)
        const stricter = part
          .split(' ')
          .filter((source) => source !== origin)
          .join(' ')
        const { page } = await visitWith((policy) => policy.replace(part, stricter))
        await expect
          .poll(() => violations(page))
          .toContainEqual(expect.stringMatching(new RegExp(`^${directive}(-elem)? blocks`)))
        await close()
      }
  })
})
/** Origins that each service adds to the policy, as its documentation lists them. */
const originsOf: Record<ServiceName, Record<string, string[]>> = {
  plausible: { 'script-src': ['https://plausible.io'], 'connect-src': ['https://plausible.io'] },
  umami: { 'script-src': ['https://cloud.umami.is'], 'connect-src': ['https://gateway.umami.is'] },
  matomo: { 'script-src': [entries.matomo.server], 'connect-src': [entries.matomo.server] },
  google: {
    'script-src': ['https://*.googletagmanager.com'],
    'connect-src': [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://*.googletagmanager.com',
    ],
    'img-src': ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
  },
  script: {
    'script-src': ['https://cdn.tides.example'],
    'connect-src': ['https://in.tides.example'],
    'img-src': ['https://img.tides.example'],
  },
}

describe('a submission', () => {
  it('is one event with the name of the form, sent to every service once the relay has accepted the form', async () => {
    const { page, hits } = await visit({ path: '/contact' })
    await answer(page, 'Accept')
    await expectCounted(hits, 'page', '/contact', pageCounters)
    await page.locator('form[data-form=contact]').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.locator('form[data-form=contact] button[type=submit]').click()
    await page.locator('.error-summary a').first().waitFor()
    expect(hits.filter(({ event }) => event === 'submission')).toEqual([])
    await sendContactForm(page)
    const sent = await expectCounted(hits, 'submission', '/contact')
    expect(sent.map(({ data }) => data)).toEqual(serviceNames.map(() => ['contact']))
    await expectCounted(hits, 'page', '/thank-you', pageCounters)
  })
})

describe.each([true, false])('a form with a page for success (JavaScript: %s)', (javaScriptEnabled) => {
  it('opens that page once it is sent', async () => {
    const email = `js-${javaScriptEnabled}@visitor.example`
    const { page, faults } = await visit({ path: '/contact', javaScriptEnabled })
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    await sendContactForm(page, { email })
    await page.waitForURL(`${harbor.relay.site}/thank-you`)
    await page.getByRole('heading', { level: 1, name: 'Your message is on board.' }).waitFor()
    await expect.poll(() => harbor.relay.received().filter(({ values }) => values.email === email)).toHaveLength(1)
    // With JavaScript, the document stays.
    expect(documents).toHaveLength(javaScriptEnabled ? 0 : 2)
    expect(faults).toEqual([])
  })
})

it('a dialog whose form has a page for success is closed on that page', async () => {
  const { page } = await visit()
  await page.locator('main a[data-opens=contact]').first().click()
  await page.locator('dialog:modal').waitFor()
  await sendContactForm(page)
  await page.waitForURL('**/thank-you')
  await page.getByRole('heading', { level: 1, name: 'Your message is on board.' }).waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1')
})

describe('the question', () => {
  it('comes after the skip link in the order of the focus and for screen readers', async () => {
    const { page } = await visit()
    await bar(page).waitFor()
    const focused = []
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab')
      focused.push(await focusedText(page))
    }
    expect(focused).toEqual(['Skip to the text', 'Accept', 'Decline', 'harbor+pine'])
    expect(await page.locator('body').ariaSnapshot()).toMatch(
      /^- link "Skip to the text".*\n.*\n- region "Privacy choices":\n {2}- paragraph: May we measure.*\n {2}- button "Accept"\n {2}- button "Decline"\n- banner:/,
    )
  })

  it.each(['Enter', 'Space'])('can be answered with the keyboard, which continues in the page: %s', async (key) => {
    const { page } = await visit()
    await bar(page).waitFor()
    await tabTo(page, '.consent-bar [value=no]')
    await page.keyboard.press(key)
    expect(await bar(page).count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tabTo(page, '.foot-consent button')
    await page.keyboard.press(key)
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('Accept')
  })

  it.each([
    [320, 568],
    [320, 256],
    [390, 844],
    [1440, 900],
  ])('covers neither a focused element nor the end of the page at %i × %i', async (width, height) => {
    const { page } = await visit({ viewport: { width, height } })
    await bar(page).waitFor()
    const [accept, decline] = await Promise.all(
      (['Accept', 'Decline'] as const).map((name) => bar(page).getByRole('button', { name }).boundingBox()),
    )
    expect([accept?.width, accept?.height, accept?.y]).toEqual([decline?.width, decline?.height, decline?.y])
    expect(accept?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    const last = await page.locator('.foot-legal').boundingBox()
    const question = await bar(page).boundingBox()
    if (height > 480) expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((question?.y ?? 0) + 1)
    else expect((question?.y ?? 0) + (question?.height ?? 0)).toBeLessThan(0)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    expect(await coveredFocus(page)).toEqual([])
  })

  it.each(['light', 'dark'] as const)(
    'has no accessibility problems, also with a form below it: %s',
    async (colorScheme) => {
      const { page } = await visit({ path: '/contact', colorScheme, viewport: { width: 390, height: 844 } })
      await bar(page).waitFor()
      expect(toPageFindings(await runAxe(page))).toEqual([])
    },
  )

  it('does not shift the page when it appears', async () => {
    const { page } = await visit()
    await bar(page).waitFor()
    const shift = () =>
      page.evaluate(() => (window as unknown as { pageDiagnostics: { shift: unknown } }).pageDiagnostics.shift)
    expect(await shift()).toEqual({ value: 0, what: '' })
  })

  it('is in the language of the labels in site.yaml, which site dev also shows, without starting services', async () => {
    const dev = await runDev({
      prepare(content) {
        prepare(content)
        const site = path.join(content, 'site.yaml')
        writeFileSync(site, readFileSync(site, 'utf8').replace('\nlabels:\n', '\nlabels:\n  measurementAccept: Aye\n'))
      },
    })
    try {
      const opened = await browser.open({}, false)
      close = opened.close
      const { requested } = await serveServices(opened.page)
      await expect.poll(async () => (await opened.page.goto(dev.site))?.status()).toBe(200)
      await hydrated(opened.page)
      const response = await opened.page.request.get(dev.site)
      expect(response.headers()['content-security-policy']).toContain(' https://plausible.io https://cloud.umami.is ')
      dev.edit('site.yaml', 'measurementAccept: Aye', 'measurementAccept: Aye aye')
      await bar(opened.page).getByRole('button', { name: 'Aye aye' }).click()
      expect(await stored(opened.page)).toMatchObject({ measurement: 'yes' })
      expect(requested).toEqual([])
    } finally {
      await dev.stop()
    }
  })
})

it('the pages and their script stay within the size limits', () => {
  const site = openBuiltSite(path.join(harbor.out, 'site'))
  expect(auditPageSizes(site, site.pages, readThresholds()).findings).toEqual([])
  const [script = ''] = readdirSync(path.join(harbor.out, 'site', 'assets')).filter((file) =>
    /^measurement.*js$/.test(file),
  )
  expect(site.weigh(`/assets/${script}`)).toBeLessThan(1.4)
})

it('every generated configuration contains the policy', () => {
  const { headers } = JSON.parse(readFileSync(path.join(harbor.out, 'hosting', 'headers.json'), 'utf8'))[0]
  const policy = headers['Content-Security-Policy']
  expect(policy).toContain("script-src 'self' https://booking.harborandpine.example https://plausible.io ")
  for (const file of ['site/_headers', 'hosting/nginx.conf', 'hosting/Caddyfile'])
    expect(readFileSync(path.join(harbor.out, file), 'utf8'), file).toContain(policy)
})

it('the privacy page lists the services, their purposes, whether they ask, and their servers', async () => {
  const { page } = await visit({ path: '/privacy' })
  const rows = await page
    .locator('main table tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)))
  const purpose = 'Counts page views and sent forms'
  expect(rows).toEqual([
    ['Service', 'Purpose', 'Loaded', 'Servers'],
    ['Plausible Analytics', purpose, 'If you accept', 'plausible.io'],
    ['Umami', purpose, 'If you accept', 'cloud.umami.is, gateway.umami.is'],
    ['Matomo', purpose, 'If you accept', 'harbor.matomo.cloud'],
    [
      'Google Analytics',
      purpose,
      'If you accept',
      '*.googletagmanager.com, *.google-analytics.com, *.analytics.google.com',
    ],
    ['Tide tables', purpose, 'If you accept', 'cdn.tides.example, in.tides.example, img.tides.example'],
  ])
})

it('a site without services contains no script, question, style or header for them', () => {
  const site = path.join(inject('out'), 'site')
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /measurement/.test(file))).toEqual([])
  const texts = files.filter((file) => /\.(?:html|js|css)$|_headers$/.test(file))
  expect(
    texts.filter((file) =>
      /data-measurement|\/measurement|consent-bar|--consent/.test(readFileSync(path.join(site, file), 'utf8')),
    ),
  ).toEqual([])
})
