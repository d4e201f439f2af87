import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { validAnswers } from '../relay/valid-answers.ts'
import { askFirst, fakeProviderScript, provider, serveProvider } from './booking-provider.ts'
import { createGate, hydrated, routePage, sharedBrowser } from './browser.ts'
import { contentsOf, fillForm, formOf } from './fill-form.ts'
import { tabTo } from './keyboard.ts'
import { openApplication } from './open-states/dialogs.ts'
import { type RunningRelay, runRelay } from './running-relay.ts'

const browser = sharedBrowser({})
let relay: RunningRelay
beforeAll(async () => {
  relay = await runRelay(inject('out'))
})
afterAll(() => relay?.stop())
beforeEach(() => {
  relay.up = true
})

const wide = { viewport: { width: 1280, height: 900 } }
const narrow = { width: 390, height: 844 }
const started = (page: Page) => page.evaluate(() => (window as unknown as { started?: unknown[] }).started ?? [])

interface Place {
  path: string
  opener: string
  dialog: string
  title: string
}
const dialogs: Place[] = [
  { path: '/', opener: 'main a[data-opens=contact]', dialog: 'contact', title: 'Speak to a brand expert' },
  { path: '/services', opener: '.floating a', dialog: 'contact', title: 'Speak to a brand expert' },
  { path: '/get-started', opener: 'main a[data-opens=schedule]', dialog: 'schedule', title: 'Schedule a Call' },
  {
    path: '/create-distribution-plan',
    opener: 'main a[data-opens=consultation]',
    dialog: 'consultation',
    title: 'Talk to a distribution expert',
  },
  {
    path: '/services/ppc-advertising',
    opener: 'main a[data-opens=discovery]',
    dialog: 'discovery',
    title: 'Book a discovery call',
  },
  { path: '/careers', opener: 'main a[data-opens=resume]', dialog: 'resume', title: 'Submit your resume' },
  {
    path: '/careers',
    opener: 'a[href="/careers/e-commerce-data-analyst"]',
    dialog: 'job',
    title: 'E-commerce Data Analyst',
  },
]
const booking = dialogs.filter(({ dialog }) => ['schedule', 'consultation', 'discovery'].includes(dialog))

/** Returns the top and height of each part of the page, in whole pixels. */
const layout = (page: Page) =>
  page.locator('main > div > *, footer').evaluateAll(async (all) => {
    // Fonts that arrive later may change the height of text.
    await document.fonts.ready
    return all.map((part) => {
      const { top, height } = part.getBoundingClientRect()
      return [top + window.scrollY, height].map(Math.round)
    })
  })
const opened = (page: Page, { dialog }: Pick<Place, 'dialog'>) => page.locator(`#dialog-${dialog}:modal`)
const nothingOpen = (page: Page) => page.waitForFunction(() => !document.querySelector('dialog[open]'))
async function closeAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
  })
  await nothingOpen(page)
}
const focusIsOn = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement === document.querySelector(wanted), selector)

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(relay.site + path)
  await hydrated(page)
}

async function open(page: Page, place: Place): Promise<void> {
  await openPage(page, place.path)
  await page.locator(place.opener).first().click()
  await opened(page, place).getByRole('heading', { name: place.title, level: 2 }).waitFor()
}

describe('a dialog that closes when the visitor goes back', () => {
  it('causes no errors on the previous page', async () => {
    const { page, faults, close } = await browser.open({ viewport: { width: 390, height: 844 } })
    await openPage(page, '/about')
    await page.locator('header .logo').click()
    await page.waitForFunction(() => location.pathname === '/' && document.activeElement?.tagName === 'H1')
    await page.locator('main a[data-opens=contact]').first().click()
    await page.locator('dialog:modal').waitFor()
    await page.goBack()
    await page.waitForFunction(() => location.pathname === '/about' && !document.querySelector('dialog[open]'))
    expect(faults).toEqual([])
    await close()
  })
})

describe.each(dialogs)('dialog $dialog on $path', (place) => {
  let tab: Awaited<ReturnType<typeof browser.open>>
  beforeAll(async () => {
    tab = await browser.open(wide)
    await serveProvider(tab.page)
    await openPage(tab.page, place.path)
  })
  afterEach(() => expect(tab.faults).toEqual([]))
  afterAll(() => tab?.close())

  it('opens on click, is labeled by its title, and returns focus to its opener when Close is clicked', async () => {
    const { page } = tab
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await page.locator(place.opener).first().click()
    await opened(page, place).waitFor()
    const dialog = page.getByRole('dialog', { name: place.title })
    await dialog.waitFor()
    await dialog.locator('.modal-close').click()
    await nothingOpen(page)
    await focusIsOn(page, place.opener)
  })

  it('can be opened with the keyboard, and closed with its Close button or Esc', async () => {
    const { page } = tab
    for (const [key, closeBy] of [
      ['Enter', 'button'],
      ['Space', 'button'],
      ['Enter', 'Escape'],
    ] as const) {
      const opener = page.locator(place.opener).first()
      expect(await opener.getAttribute('role')).toBe('button')
      await opener.focus()
      await page.evaluate(() =>
        addEventListener('keydown', (event) => Object.assign(window, { prevented: event.defaultPrevented }), {
          once: true,
        }),
      )
      await page.keyboard.press(key)
      // The space bar must not scroll the page.
      expect(await page.evaluate(() => 'prevented' in window && window.prevented)).toBe(key === 'Space')
      await opened(page, place).waitFor()
      await page.getByRole('dialog', { name: place.title }).waitFor()
      expect(await page.evaluate(() => document.activeElement?.closest('dialog[open]') !== null)).toBe(true)
      if (closeBy === 'button') {
        await tabTo(page, `#dialog-${place.dialog} .modal-close`)
        await page.keyboard.press(key)
      } else await page.keyboard.press('Escape')
      await nothingOpen(page)
      await focusIsOn(page, place.opener)
    }
  })

  it('exposes its title, Close button and content to screen readers', async () => {
    const { page } = tab
    await page.locator(place.opener).first().click()
    await opened(page, place).getByRole('heading', { name: place.title, level: 2 }).waitFor()
    if (booking.includes(place)) await page.frameLocator('dialog iframe').getByRole('heading').waitFor()
    const tree = await page.locator(`#dialog-${place.dialog}`).ariaSnapshot()
    const inside = booking.includes(place) ? /- iframe/ : /- (?:textbox|button) "/
    expect(tree).toContain(`- dialog "${place.title}":\n  - heading "${place.title}" [level=2]`)
    expect(tree).toContain('- button "Close"')
    expect(tree).toMatch(inside)
    await page.keyboard.press('Escape')
    await nothingOpen(page)
  })

  it('stays closed if the visitor closes it one frame before it would become modal', async () => {
    const { page } = tab
    expect(await press(page, place, true)).toMatchObject({ modal: false, open: false })
  })
})

/**
 * Clicks the opener twice and returns the dialog's state one frame later.
 * @param close whether to close the dialog in that frame
 */
function press(page: Page, place: Place, close: boolean) {
  return page.evaluate(
    async ([opener = '', id = '', shouldClose]) => {
      const dialog = document.querySelector<HTMLDialogElement>(`#dialog-${id}`)
      document.querySelector<HTMLElement>(opener)?.click()
      document.querySelector<HTMLElement>(opener)?.click()
      await new Promise(requestAnimationFrame)
      const { x, y, width, height } = dialog?.getBoundingClientRect() ?? new DOMRect()
      const shown = { modal: dialog?.matches(':modal'), box: { x, y, width, height } }
      if (shouldClose) dialog?.querySelector<HTMLElement>('[data-close]')?.click()
      await new Promise((after) => setTimeout(after))
      return { ...shown, open: dialog?.open }
    },
    [place.opener, place.dialog, close ? 'close' : ''],
  )
}

describe.each(dialogs)('dialog $dialog on $path with reduced motion', (place) => {
  let tab: Awaited<ReturnType<typeof browser.open>>
  beforeAll(async () => {
    tab = await browser.open({ viewport: narrow, reducedMotion: 'reduce' })
    await serveProvider(tab.page)
    await openPage(tab.page, place.path)
  })
  beforeEach(async () => {
    await tab.page.setViewportSize(narrow)
    await closeAll(tab.page)
  })
  afterAll(() => tab?.close())

  it('is already in its final position one frame before it becomes modal, in narrow and wide windows', async () => {
    const { page, faults } = tab
    for (const { viewport } of [{ viewport: narrow }, wide]) {
      await page.setViewportSize(viewport)
      const { modal, box } = await press(page, place, false)
      expect(modal).toBe(false)
      await opened(page, place).waitFor()
      if (place.dialog !== 'job') expect(await opened(page, place).boundingBox()).toEqual(box)
      await closeAll(page)
    }
    expect(faults).toEqual([])
  })

  it('does not change the layout of the page while it is open or after it closes', async () => {
    const { page } = tab
    await page.locator(place.opener).first().scrollIntoViewIfNeeded()
    const before = await layout(page)
    await page.locator(place.opener).first().click()
    await page.locator('dialog:modal').waitFor()
    expect(await layout(page)).toEqual(before)
    await page.keyboard.press('Escape')
    await nothingOpen(page)
    expect(await layout(page)).toEqual(before)
  })
})

describe('a dialog that is closed and reopened before it becomes modal', () => {
  it('becomes modal and can be closed', async () => {
    const { page, faults, close } = await browser.open(wide)
    const place = { dialog: 'contact', opener: 'main a[data-opens=contact]' }
    await openPage(page, '/')
    await page.evaluate((selector) => {
      const opener = document.querySelector<HTMLElement>(selector)
      opener?.click()
      document.querySelector('dialog')?.close()
      opener?.click()
    }, place.opener)
    await opened(page, place).waitFor()
    await page.keyboard.press('Escape')
    await nothingOpen(page)
    await focusIsOn(page, place.opener)
    expect(faults).toEqual([])
    await close()
  })
})

it.each([true, false])(
  'the URL fragment #dialog-job does not open the job dialog, because it identifies no job (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const { page, close } = await browser.open({ ...wide, javaScriptEnabled })
    await page.goto(`${relay.site}/careers#dialog-job`)
    expect(await page.locator('#dialog-job').isVisible()).toBe(false)
    if (javaScriptEnabled) {
      await hydrated(page)
      await nothingOpen(page)
      await page.locator('a[data-job]').first().click()
      await page.locator('#dialog-job:modal form').waitFor({ state: 'attached' })
    }
    await close()
  },
)

it('a URL fragment opens the matching dialog on page load or when added to the current URL', async () => {
  const { page, close } = await browser.open(wide)
  await page.goto(`${relay.site}/careers#dialog-resume`)
  await page.locator('#dialog-resume:modal').waitFor()
  await page.goto(`${relay.site}/careers`)
  await hydrated(page)
  await nothingOpen(page)
  await page.goto(`${relay.site}/careers#dialog-resume`)
  await page.locator('#dialog-resume:modal').waitFor()
  await close()
})

describe.each(booking)('calendar in dialog $dialog', (place) => {
  it.each([true, false])(
    'loads when the dialog opens, if necessary after consent, and is removed when it closes (asks first: %s)',
    async (asks) => {
      const { page, faults, close } = await browser.open(wide)
      const requested = await serveProvider(page)
      if (asks) await askFirst(page, place.path)
      await openPage(page, place.path)
      expect(requested).toEqual([])
      await page.locator(place.opener).first().click()
      const dialog = opened(page, place)
      if (asks) {
        await dialog.getByText('The calendar comes from Calendly').waitFor()
        expect(requested).toEqual([])
        await tabTo(page, 'dialog button')
        await page.keyboard.press('Enter')
      }
      await page.frameLocator('dialog iframe').getByRole('heading', { name: 'Times' }).waitFor()
      if (asks) expect(await page.evaluate(() => document.activeElement?.matches('dialog [role=status]'))).toBe(true)
      expect(requested).toEqual([provider.script, provider.page])
      expect(await started(page)).toEqual([{ url: provider.page, in: `dialog-${place.dialog}` }])
      expect(await dialog.getByText('Loading').count()).toBe(0)
      await page.keyboard.press('Escape')
      await nothingOpen(page)
      await page.locator('iframe').waitFor({ state: 'detached' })
      // The site asks only once per visit.
      await page.locator(place.opener).first().click()
      await page.frameLocator('dialog iframe').getByRole('heading', { name: 'Times' }).waitFor()
      expect(await started(page)).toHaveLength(2)
      expect(requested.filter((url) => url === provider.script)).toHaveLength(1)
      expect(faults).toEqual([])
      await close()
    },
  )

  it('is replaced by a link to the booking page without JavaScript', async () => {
    const { page, close } = await browser.open({ ...wide, javaScriptEnabled: false })
    await serveProvider(page)
    await page.goto(relay.site + place.path)
    await page.locator(place.opener).first().click()
    await page.waitForURL(provider.page)
    await close()
  })
})

describe('booking dialogs', () => {
  const [schedule] = booking as [Place]

  it.each(['asking', 'loading', 'blocked', 'loaded'] as const)(
    'have the same size and show the contact address in every state, in wide and narrow windows: %s',
    async (state) => {
      const { page, close } = await browser.open({ viewport: { width: 1600, height: 1000 } })
      if (state === 'loaded') await serveProvider(page)
      else await page.route(provider.script, (route) => (state === 'blocked' ? route.abort() : undefined))
      if (state === 'asking') await askFirst(page, schedule.path)
      await open(page, schedule)
      const dialog = opened(page, schedule)
      const sign = {
        asking: dialog.getByText('The calendar comes from Calendly'),
        loading: dialog.getByText('Loading'),
        blocked: dialog.getByText("The calendar didn't load."),
        loaded: page.frameLocator('dialog iframe').getByRole('heading'),
      }[state]
      for (const [viewport, width, height] of [
        [{ width: 1600, height: 1000 }, 1024, 850],
        [narrow, 358, 717.4],
      ] as const) {
        await page.setViewportSize(viewport)
        await sign.waitFor()
        const box = await dialog.boundingBox()
        expect(box?.width).toBeCloseTo(width, 0)
        expect(box?.height).toBeCloseTo(height, 0)
        expect(await dialog.getByText('Book a consultation call with our team').isVisible()).toBe(true)
        expect(await dialog.getByRole('link', { name: 'hello@northshelf.example' }).isVisible()).toBe(true)
        expect(await dialog.evaluate((element) => element.scrollHeight <= element.clientHeight)).toBe(true)
      }
      await close()
    },
  )

  it('exist only once per page, even if several buttons open the same dialog', async () => {
    const { page, close } = await browser.open(wide)
    await serveProvider(page)
    await openPage(page, schedule.path)
    expect(await page.locator(schedule.opener).count()).toBe(2)
    expect(await page.locator('#dialog-schedule').count()).toBe(1)
    for (const index of [0, 1]) {
      const button = page.locator(schedule.opener).nth(index)
      await button.click()
      await page.frameLocator('dialog iframe').getByRole('heading').waitFor()
      await page.keyboard.press('Escape')
      await nothingOpen(page)
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    await close()
  })

  it('open after client-side navigation', async () => {
    const { page, faults, close } = await browser.open(wide)
    await serveProvider(page)
    await openPage(page, '/about')
    await page.locator('header a[href="/get-started"]').first().click()
    await page.waitForURL('**/get-started')
    await page.locator(schedule.opener).first().click()
    await page.frameLocator('dialog iframe').getByRole('heading').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('show an error with a link and an email address if the calendar is blocked, and retry when reopened', async () => {
    const { page, close } = await browser.open(wide)
    await page.clock.install()
    await page.route(provider.script, (route) => route.abort())
    await openPage(page, schedule.path)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator(schedule.opener).first().click()
    await page.clock.runFor(100)
    const dialog = opened(page, schedule)
    await dialog.getByText("The calendar didn't load.").waitFor()
    expect(await dialog.getByRole('link', { name: 'Open the booking page' }).getAttribute('href')).toBe(provider.page)
    expect(await dialog.getByRole('link', { name: 'hello@northshelf.example' }).getAttribute('href')).toBe(
      'mailto:hello@northshelf.example',
    )
    await page.keyboard.press('Escape')
    await page.unroute(provider.script)
    await serveProvider(page)
    await page.locator(schedule.opener).first().click()
    await page.frameLocator('dialog iframe').getByRole('heading').waitFor()
    expect(await dialog.getByText("The calendar didn't load.").count()).toBe(0)
    await close()
  })

  it('replace the loading message with an error after 8 s, and ignore a calendar script that loads later', async () => {
    const { page, close } = await browser.open(wide)
    await page.clock.install()
    const held = createGate()
    await page.route(provider.script, async (route) => {
      await held.opened
      await route.fulfill({ contentType: 'text/javascript', body: fakeProviderScript })
    })
    await openPage(page, schedule.path)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator(schedule.opener).first().click()
    await page.clock.runFor(100)
    const dialog = opened(page, schedule)
    await dialog.getByText('Loading').waitFor()
    await page.clock.runFor(7800)
    expect(await dialog.getByText('Loading').isVisible()).toBe(true)
    await page.clock.runFor(200)
    await dialog.getByText("The calendar didn't load.").waitFor()
    expect(await dialog.getByText('Loading').count()).toBe(0)
    const late = page.waitForFunction(() => 'Calendly' in window)
    held.open()
    await late
    expect(await dialog.getByText("The calendar didn't load.").isVisible()).toBe(true)
    expect(await started(page)).toEqual([])
    await close()
  })

  it('do not start the calendar if the visitor closes them while its script is loading', async () => {
    const { page, close } = await browser.open(wide)
    const held = createGate()
    await page.route(provider.script, async (route) => {
      await held.opened
      await route.fulfill({ contentType: 'text/javascript', body: fakeProviderScript })
    })
    await open(page, schedule)
    await page.keyboard.press('Escape')
    await nothingOpen(page)
    held.open()
    await page.waitForFunction(() => 'Calendly' in window)
    expect(await started(page)).toEqual([])
    expect(await page.locator('iframe').count()).toBe(0)
    await close()
  })
})

describe('dialogs with a form', () => {
  const withForm = dialogs.filter(
    ({ dialog, path }) => ['contact', 'resume', 'job'].includes(dialog) && path !== '/services',
  )
  const reachForm = async (page: Page, place: Place) => {
    if (place.dialog !== 'job') return open(page, place)
    await openPage(page, place.path)
    await openApplication(page)
  }
  /** Returns the top and bottom of the open dialog's footer or, for `focus`, of the focused element. */
  const edges = (page: Page, what: 'foot' | 'focus') =>
    page.evaluate((wanted) => {
      const foot = document.querySelector('dialog[open] .send')
      const focused = document.activeElement
      const { top, bottom } = ((wanted === 'focus' && focused) || foot || document.body).getBoundingClientRect()
      return { top, bottom, inFoot: foot?.contains(focused) }
    }, what)

  describe.each(withForm)('dialog $dialog', (place) => {
    let tab: Awaited<ReturnType<typeof browser.open>>
    beforeAll(async () => {
      tab = await browser.open({ reducedMotion: 'reduce', viewport: { width: 320, height: 700 } })
      await reachForm(tab.page, place)
    })
    afterAll(() => tab?.close())

    it('shows the Send button without scrolling, and never covers a focused field with it', async () => {
      const { page } = tab
      const dialog = opened(page, place)
      expect(await dialog.evaluate((element) => element.scrollTop)).toBe(0)
      for (const [width = 0, height = 0] of [
        [320, 700],
        [390, 844],
        [1440, 900],
      ]) {
        await page.setViewportSize({ width, height })
        await dialog.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
        const send = await dialog.locator('button[type=submit]').boundingBox()
        expect((send?.y ?? height) + (send?.height ?? 0), `${width}`).toBeLessThan(height)
        await dialog.locator('[name=name]').focus()
        let fields = 0
        for (let at = await edges(page, 'focus'); !at.inFoot; at = await edges(page, 'focus')) {
          fields += 1
          expect(at.bottom, `${width}`).toBeLessThanOrEqual((await edges(page, 'foot')).top)
          await page.keyboard.press('Tab')
        }
        expect(fields).toBeGreaterThanOrEqual(4)
      }
    })

    it('keeps the Send button below the fields in a short window, and scrolls to it when it receives focus', async () => {
      const { page } = tab
      const dialog = opened(page, place)
      await page.setViewportSize({ width: 844, height: 390 })
      await dialog.locator('[name=name]').focus()
      await dialog.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
      expect((await edges(page, 'foot')).top).toBeGreaterThan(390)
      await dialog.locator('button[type=submit]').focus()
      expect((await edges(page, 'focus')).bottom).toBeLessThan(390)
    })
  })

  it('keep the result of a submission visible while the visitor scrolls', async () => {
    const [contact] = withForm as [Place]
    const contract = relay.contracts.contact as NonNullable<(typeof relay.contracts)[string]>
    const { page, close } = await browser.open({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await page.route('**/functions/v1/**', (route) => route.fulfill({ status: 500 }))
    await open(page, contact)
    await fillForm(page, contract, validAnswers(contract))
    await formOf(page, contract).locator('button[type=submit]').click()
    const message = opened(page, contact).locator('.told[data-tone=error]')
    await message.waitFor()
    for (const viewport of [{ width: 1440, height: 900 }, narrow]) {
      await page.setViewportSize(viewport)
      for (const top of [0, 9999]) {
        await opened(page, contact).evaluate((element, to) => element.scrollTo({ top: to }), top)
        const box = await message.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
      }
    }
    await close()
  })
})

describe('job dialog', () => {
  const job = dialogs.find(({ dialog }) => dialog === 'job') as Place
  const contract = () => relay.contracts['job-application'] as NonNullable<(typeof relay.contracts)[string]>
  const applyFor = (page: Page) => opened(page, job).getByRole('button', { name: 'Apply for This Position' })
  const back = (page: Page) => opened(page, job).getByRole('button', { name: 'Back to Job Details' })
  const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

  it("fetches and shows the content of the job's page when it opens", async () => {
    const { page, close } = await browser.open(wide)
    const fetched: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.resourceType() === 'fetch' && pathname.startsWith('/careers/')) fetched.push(pathname)
    })
    await openPage(page, job.path)
    expect(fetched).toEqual([])
    await page.locator(job.opener).click()
    const dialog = opened(page, job)
    await dialog.getByRole('heading', { name: job.title }).waitFor()
    expect(new Set(fetched)).toEqual(new Set(['/careers/e-commerce-data-analyst']))
    const text = await dialog.innerText()
    for (const words of ['Analytics', 'Remote / NYC', '$65K-$85K', 'Reconcile Amazon and Walmart settlements'])
      expect(text).toContain(words)
    for (const name of ['What you will do', 'What you bring', 'What you get'])
      expect(await dialog.getByRole('heading', { name }).isVisible()).toBe(true)
    expect(await formOf(page, contract()).isVisible()).toBe(false)
    expect(new URL(page.url()).pathname).toBe('/careers')
    await close()
  })

  it('keeps the input and moves focus when the applicant switches between the job details and the form', async () => {
    const { page, faults, close } = await browser.open(wide)
    await open(page, job)
    await applyFor(page).click()
    await focusIsOn(page, '#dialog-job h3[tabindex]')
    const form = formOf(page, contract())
    expect(await applyFor(page).isVisible()).toBe(false)
    await fillForm(page, contract(), validAnswers(contract()))
    const typed = await contentsOf(form)
    await back(page).click()
    await focusIsOn(page, '.jd-next button')
    expect(await form.isVisible()).toBe(false)
    await applyFor(page).click()
    expect(await contentsOf(form)).toEqual(typed)
    await page.keyboard.press('Escape')
    await nothingOpen(page)
    await page.locator(job.opener).click()
    await applyFor(page).click()
    expect(await contentsOf(form)).toEqual(typed)
    expect(faults).toEqual([])
    await close()
  })

  it('switches between the job details and the form when only the keyboard is used', async () => {
    const { page, close } = await browser.open(wide)
    await openPage(page, job.path)
    await page.locator(job.opener).focus()
    await page.keyboard.press('Enter')
    await applyFor(page).waitFor()
    await tabTo(page, '.jd-next button')
    await page.keyboard.press('Enter')
    await tabTo(page, '#dialog-job [name=name]')
    await page.keyboard.type('Mara Alder')
    await page.keyboard.press('Shift+Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Back to Job Details')
    await page.keyboard.press('Enter')
    await applyFor(page).waitFor()
    await page.keyboard.press('Enter')
    expect(await formOf(page, contract()).locator('[name=name]').inputValue()).toBe('Mara Alder')
    await close()
  })

  it('sends an application for the displayed job, then closes, shows a confirmation, and clears the form', async () => {
    const { page, faults, close } = await browser.open(wide)
    await open(page, job)
    await page.keyboard.press('Escape')
    await nothingOpen(page)
    await page.locator('a[href="/careers/client-success-manager"]').click()
    await opened(page, job).getByRole('heading', { name: 'Client Success Manager' }).waitFor()
    await applyFor(page).click()
    await fillForm(page, contract(), validAnswers(contract()))
    await formOf(page, contract()).locator('button[type=submit]').click()
    const notice = notices(page).locator('.notices-item')
    await notice.waitFor()
    expect(await notice.textContent()).toBe(
      "Application submitted successfully!We'll review your application and get back to you soon.",
    )
    await nothingOpen(page)
    await expect
      .poll(() => relay.received().at(-1)?.values)
      .toMatchObject({
        jobTitle: 'Client Success Manager',
        jobDepartment: 'Client Success',
      })
    await page.locator('a[href="/careers/client-success-manager"]').click()
    await applyFor(page).waitFor()
    expect(await formOf(page, contract()).isVisible()).toBe(false)
    const values = Object.values(await contentsOf(formOf(page, contract()))).flat()
    expect(values.filter(Boolean)).toEqual([])
    expect(faults).toEqual([])
    await close()
  })

  it('reports a failed submission, and keeps the input', async () => {
    const { page, close } = await browser.open(wide)
    await open(page, job)
    await applyFor(page).click()
    await fillForm(page, contract(), validAnswers(contract()))
    const typed = await contentsOf(formOf(page, contract()))
    relay.up = false
    await formOf(page, contract()).locator('button[type=submit]').click()
    const alert = opened(page, job).getByRole('region', { name: 'Notifications' }).getByRole('alert')
    await expect
      .poll(() => alert.textContent().catch(() => ''))
      .toBe('Submission failedThere was an error submitting your application. Please try again.')
    expect(await contentsOf(formOf(page, contract()))).toEqual(typed)
    await opened(page, job).getByRole('region', { name: 'Notifications' }).getByRole('button').click()
    await alert.waitFor({ state: 'detached' })
    expect(await notices(page).count()).toBe(1)
    await close()
  })

  it("is replaced by the job's own page if JavaScript is disabled or the content cannot be fetched", async () => {
    for (const javaScriptEnabled of [false, true]) {
      const { page, close } = await browser.open({ ...wide, javaScriptEnabled })
      await routePage(page, '/careers/e-commerce-data-analyst', (route) => route.fulfill({ status: 404 }))
      await page.goto(relay.site + job.path)
      if (javaScriptEnabled) await hydrated(page)
      await page.locator(job.opener).click()
      await page.waitForURL('**/careers/e-commerce-data-analyst')
      await page.getByRole('heading', { name: job.title, level: 1 }).waitFor()
      await close()
    }
  })

  it('exposes its title, headings and buttons to screen readers', async () => {
    const { page, close } = await browser.open(wide)
    await open(page, job)
    expect(await page.getByRole('dialog', { name: job.title }).ariaSnapshot()).toMatch(
      /heading "E-commerce Data Analyst" \[level=2\][\s\S]*button "Close"[\s\S]*heading "What you will do" \[level=3\][\s\S]*button "Apply for This Position"/,
    )
    await close()
  })
})
