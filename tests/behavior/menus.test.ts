import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { holdScripting, hydrated, sharedBrowser } from './browser.ts'
import { focusedText, tabTo } from './keyboard.ts'

const site = inject('site')
const browser = sharedBrowser()
const wide = { viewport: { width: 1280, height: 900 } }
const narrow = { viewport: { width: 390, height: 844 } }

const solutions = (page: Page) => page.locator('.top-sub > button')
const panel = (page: Page) => page.locator('header .top-panel')
const expanded = (page: Page, is: boolean) => page.locator(`.top-sub > button[aria-expanded=${is}]`).waitFor()

async function openHydrated(page: Page, path = '/'): Promise<void> {
  await page.goto(site + path)
  await hydrated(page)
}

/**
 * Shares the front page among the tests of a `describe`. Before each test, moves the pointer and focus away, which
 * closes menus, and loads the page again if this does not restore its initial state or if the previous test failed.
 * @param initial selector that matches only in the initial state
 */
function sharePage(options: { viewport: { width: number; height: number } }, initial: string) {
  let tab: Awaited<ReturnType<typeof browser.open>>
  let isLoaded = false
  beforeAll(async () => {
    tab = await browser.open(options)
  })
  beforeEach(async () => {
    const { page, faults } = tab
    await page.setViewportSize(options.viewport)
    if (isLoaded) {
      await page.keyboard.press('Escape')
      await page.mouse.move(options.viewport.width / 2, 600)
      await page.evaluate(() => {
        const first = document.querySelector('a')
        first?.focus()
        first?.blur()
        window.scrollTo({ top: 0, behavior: 'instant' })
      })
      isLoaded = await page.locator(initial).isVisible()
    }
    if (!isLoaded) await openHydrated(page)
    isLoaded = true
    faults.length = 0
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') isLoaded = false
  })
  afterAll(() => tab?.close())
  return { tab: () => tab }
}

async function middle(page: Page, selector: string): Promise<[number, number]> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

describe('Solutions menu', () => {
  const shared = sharePage(wide, '.top-sub > button[aria-expanded=false]')

  it('opens on hover, lists the four solutions and the overview, and closes 150 ms after the pointer leaves', async () => {
    const { page, faults } = shared.tab()
    expect(await panel(page).isVisible()).toBe(false)
    await solutions(page).hover()
    await expanded(page, true)
    const links = await panel(page).getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      ...Object.keys(pages).filter((path) => path.startsWith('/solutions/')),
      '/solutions',
    ])
    await page.evaluate(() => {
      const button = document.querySelector('.top-sub > button')
      // Uses the event's timestamp, because the menu may start its timer before this listener runs.
      button?.parentElement?.addEventListener('pointerleave', ({ timeStamp }) =>
        Object.assign(window, { leftAt: timeStamp }),
      )
      new MutationObserver(() => Object.assign(window, { closedAt: performance.now() })).observe(button as Element, {
        attributeFilter: ['aria-expanded'],
      })
    })
    await page.mouse.move(640, 600)
    await expanded(page, false)
    const delay = await page.evaluate(() => {
      const { leftAt, closedAt } = window as unknown as { leftAt: number; closedAt: number }
      return closedAt - leftAt
    })
    expect(delay).toBeGreaterThanOrEqual(149)
    expect(faults).toEqual([])
  })

  it('stays open while the pointer moves from its button to its last link', async () => {
    const { page } = shared.tab()
    await solutions(page).hover()
    await expanded(page, true)
    const to = await middle(page, 'header .top-panel li:last-child a')
    const [x] = await middle(page, '.top-sub > button')
    await page.evaluate(() => {
      document.querySelector('.top-sub')?.addEventListener('pointerleave', () => Object.assign(window, { left: true }))
    })
    await page.mouse.move(x, to[1], { steps: 60 })
    expect(await page.evaluate(() => 'left' in window)).toBe(false)
    expect(await panel(page).isVisible()).toBe(true)
  })

  it('can be opened and closed with the mouse or the keyboard', async () => {
    const { page } = shared.tab()
    await solutions(page).click()
    await expanded(page, true)
    await solutions(page).click()
    await expanded(page, false)
    await page.mouse.move(640, 600)
    await page.locator('.logo').first().focus()
    await tabTo(page, '.top-sub > button')
    expect(await solutions(page).getAttribute('aria-expanded')).toBe('false')
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key)
      await expanded(page, true)
      await page.keyboard.press(key)
      await expanded(page, false)
    }
  })

  it('moves focus through its links on Tab, and closes when focus leaves it', async () => {
    const { page } = shared.tab()
    await tabTo(page, '.top-sub > button')
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('About')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expanded(page, true)
    for (let link = 0; link < 5; link += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('header .top-panel') !== null)).toBe(true)
    }
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('About')
    await expanded(page, false)
  })

  it('closes on Esc and moves focus to its button, whether it was opened by keyboard or on hover', async () => {
    const { page } = shared.tab()
    await tabTo(page, '.top-sub > button')
    await page.keyboard.press('Enter')
    await expanded(page, true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expanded(page, false)
    expect(await focusedText(page)).toBe('Solutions')
    await page.locator('.top-sub > button').blur()
    await solutions(page).hover()
    await expanded(page, true)
    await page.keyboard.press('Escape')
    await expanded(page, false)
    expect(await focusedText(page)).toBe('Solutions')
  })

  it('is exposed to screen readers as a button with a list', async () => {
    const { page } = shared.tab()
    const navigation = page.getByRole('navigation', { name: 'Main' })
    expect(await navigation.ariaSnapshot()).toContain('- button "Solutions"\n')
    await solutions(page).click()
    expect(await navigation.ariaSnapshot()).toMatch(/- button "Solutions" \[expanded\].*\n {6}- list:\n(?: {8}.*\n)+/)
  })

  it('stays open if the pointer leaves and returns within 150 ms', async () => {
    const { page, close } = await browser.open(wide)
    await page.clock.install()
    await openHydrated(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await solutions(page).hover()
    await expanded(page, true)
    await page.mouse.move(640, 600)
    await page.clock.runFor(140)
    await solutions(page).hover()
    await page.clock.runFor(1000)
    expect(await solutions(page).getAttribute('aria-expanded')).toBe('true')
    await page.mouse.move(640, 600)
    await page.clock.runFor(160)
    await expanded(page, false)
    await close()
  })

  it('opens and closes when its button is tapped, and closes when the visitor taps elsewhere', async () => {
    const { page, close } = await browser.open({ viewport: { width: 1180, height: 820 }, hasTouch: true })
    await openHydrated(page)
    const [x, y] = await middle(page, '.top-sub > button')
    for (const open of [true, false, true]) {
      await page.touchscreen.tap(x, y)
      await expanded(page, open)
    }
    await page.touchscreen.tap(600, 700)
    await expanded(page, false)
    await close()
  })

  it('stays open during hydration', async () => {
    const { page, close } = await browser.open(wide)
    const release = await holdScripting(page)
    await page.goto(site)
    await solutions(page).hover()
    await panel(page).waitFor()
    expect(await page.locator('.top-sub[data-live]').count()).toBe(0)
    release()
    await page.locator('.top-sub[data-live]').waitFor()
    expect(await panel(page).isVisible()).toBe(true)
    await expanded(page, true)
    await close()
  })

  it('opens on hover or focus even without JavaScript', async () => {
    const { page, close } = await browser.open({ ...wide, javaScriptEnabled: false })
    await page.goto(site)
    expect(await panel(page).isVisible()).toBe(false)
    await solutions(page).hover()
    await panel(page).waitFor()
    await page.mouse.move(640, 600)
    await panel(page).waitFor({ state: 'hidden' })
    await solutions(page).focus()
    await panel(page).waitFor()
    await close()
  })

  it('closes when a solution is chosen, marks it as the current page, and still works on that page', async () => {
    const { page, close } = await browser.open(wide)
    await openHydrated(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    expect(await solutions(page).getAttribute('aria-current')).toBeNull()
    await solutions(page).hover()
    await panel(page).locator('a[href="/solutions/amazon-seo"]').click()
    await page.waitForURL('**/solutions/amazon-seo')
    await expanded(page, false)
    await expect.poll(() => solutions(page).getAttribute('aria-current')).toBe('true')
    expect(await panel(page).locator('[aria-current=page]').count()).toBe(1)
    await page.mouse.move(640, 600)
    await solutions(page).hover()
    await expanded(page, true)
    await page.mouse.move(640, 600)
    await expanded(page, false)
    await page.locator('.logo').first().focus()
    await tabTo(page, '.top-sub > button')
    await page.keyboard.press('Enter')
    await expanded(page, true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/solutions/amazon-ppc')
    await expanded(page, false)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await close()
  })
})

describe('menu on small screens', () => {
  const shared = sharePage(narrow, '.top-menu:not([open])')

  it.each([
    ['touch', false],
    ['the keyboard', true],
  ])('shows the same links as the wide menu, and closes when a link is chosen with %s', async (_input, keyboard) => {
    const { page, close } = await browser.open({ ...narrow, hasTouch: !keyboard })
    await page.goto(site)
    await hydrated(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const menu = page.locator('.top-menu')
    if (keyboard) {
      await tabTo(page, '.top-menu summary')
      await page.keyboard.press('Enter')
    } else await menu.locator('summary').tap()
    await menu.getByRole('link', { name: 'About' }).waitFor()
    const names = ['Home', 'Services', 'Distribution', 'Solutions', 'About', 'Careers', 'Get Started']
    for (const name of names) expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(1)
    expect(await menu.locator('a[href^="/solutions/"]').count()).toBe(4)
    if (keyboard) {
      await tabTo(page, '.top-menu a[href="/about"]')
      await page.keyboard.press('Enter')
    } else await menu.getByRole('link', { name: 'About' }).tap()
    await page.waitForURL('**/about')
    // The URL changes before the page content does.
    await menu.locator('a[href="/about"][aria-current=page]').waitFor({ state: 'attached' })
    expect(await menu.getAttribute('open')).toBeNull()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await close()
  })

  it('ends with the same button as the wide menu, and marks that button as current on the page it opens', async () => {
    const { page, close } = await browser.open({ ...wide, hasTouch: true })
    await page.goto(`${site}/get-started`)
    await hydrated(page)
    const look = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { color, backgroundColor, fontFamily, fontWeight } = getComputedStyle(element)
        return { color, backgroundColor, fontFamily, fontWeight }
      })
    const wideLook = await look('.top-start')
    await page.setViewportSize(narrow.viewport)
    await page.locator('.top-menu summary').click()
    const last = page.locator('.top-menu > ul > li:last-child > a')
    expect(await last.textContent()).toBe('Get Started')
    expect(await look('.top-menu > ul > li:last-child > a')).toEqual(wideLook)
    expect((await last.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await last.getAttribute('aria-current')).toBe('page')
    await close()
  })

  it.each([390, 768])('is beside the button at %i px, which is hidden while the menu is open', async (width) => {
    const { page } = shared.tab()
    await page.setViewportSize({ width, height: 844 })
    const buttons = page.locator('header a[href="/get-started"]').filter({ visible: true })
    expect(await buttons.count()).toBe(1)
    const [, y] = await middle(page, '.top-start')
    expect((await middle(page, '.top-menu summary'))[1]).toBe(y)
    await tabTo(page, '.top-start')
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe('Menu')
    await page.keyboard.press('Enter')
    await page.locator('.top-menu .btn').waitFor()
    expect(await buttons.count()).toBe(1)
    expect(await page.locator('.top-start').isVisible()).toBe(false)
  })

  describe('with a long button label', () => {
    let tab: Awaited<ReturnType<typeof browser.open>>
    beforeAll(async () => {
      tab = await browser.open(narrow)
      await tab.page.goto(site)
      await tab.page.locator('.top-start').evaluate((button) => button.replaceChildren('Book a trial lesson'))
    })
    afterAll(() => tab?.close())

    it.each([
      [320, 'northshelf'],
      [360, 'northshelf'],
      [390, 'northshelf'],
      [390, 'Harbor Lane Music School'],
      [768, 'Harbor Lane Music School'],
    ])('shares one row at %i px with the button and the logo %s', async (width, logo) => {
      const { page } = tab
      await page.setViewportSize({ width, height: 844 })
      await page.locator('.top-bar .logo').evaluate((link, text) => link.lastChild?.replaceWith(text), logo)
      const boxes = await page
        .locator('.top-bar')
        .locator('.logo, .top-start, summary')
        .filter({ visible: true })
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))
      expect(boxes).toHaveLength(width < 360 ? 2 : 3)
      for (const [index, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0)
        expect(box.right).toBeLessThanOrEqual(width)
      }
      expect((await page.locator('.top').boundingBox())?.height).toBe(73)
    })
  })

  it('closes on Esc and moves focus to its button, and closes when focus moves into the page', async () => {
    const { page } = shared.tab()
    await tabTo(page, '.top-menu summary')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect(await page.locator('.top-menu[open]').count()).toBe(0)
    expect(await focusedText(page)).toBe('Menu')
    await page.keyboard.press('Enter')
    await tabTo(page, 'main a')
    expect(await page.locator('.top-menu[open]').count()).toBe(0)
  })

  it('is exposed to screen readers as an expandable menu', async () => {
    const { page } = shared.tab()
    await page.locator('.top-menu summary').click()
    const tree = await page.getByRole('navigation', { name: 'Main' }).ariaSnapshot()
    expect(tree).toMatch(
      /text: Menu\n[\s\S]*- list:[\s\S]*- link "Home"[\s\S]*- link "About"[\s\S]*- link "Get Started"/,
    )
  })

  it('stays open during hydration, and can be opened without JavaScript', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await browser.open({ ...narrow, javaScriptEnabled })
      await page.goto(site)
      await page.locator('.top-menu summary').click()
      if (javaScriptEnabled) await hydrated(page)
      expect(await page.locator('.top-menu').getByRole('link', { name: 'About' }).isVisible()).toBe(true)
      await close()
    }
  })
})

describe('help widget', () => {
  const shared = sharePage(narrow, '.help:not([hidden]) details:not([open])')
  const bubble = '.help summary'
  const offer = (page: Page) => page.locator('.help-panel')

  it('shows an offer with a link when its bubble is clicked, and closes when Close is clicked', async () => {
    const { page, faults } = shared.tab()
    expect(await offer(page).isVisible()).toBe(false)
    await page.locator(bubble).click()
    await offer(page).waitFor()
    expect(await offer(page).getByRole('heading').textContent()).toBe('Ready to scale your brand?')
    expect(await offer(page).getByRole('link', { name: 'Get My Brand Plan™' }).getAttribute('href')).toBe(
      '/create-brand-plan',
    )
    await page.getByRole('button', { name: 'Close help' }).click()
    await offer(page).waitFor({ state: 'hidden' })
    expect(await page.locator(bubble).isVisible()).toBe(true)
    await page.locator(bubble).click()
    await offer(page).waitFor()
    await page.locator(bubble).click()
    await offer(page).waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  it('opens with the keyboard, and returns focus to its bubble when closed with Close or Esc', async () => {
    const { page } = shared.tab()
    await page.locator('footer a').last().focus()
    await tabTo(page, bubble)
    for (const closeBy of ['button', 'Escape']) {
      await page.keyboard.press('Enter')
      await offer(page).waitFor()
      await tabTo(page, '.help-close')
      await page.keyboard.press(closeBy === 'button' ? 'Enter' : 'Escape')
      await offer(page).waitFor({ state: 'hidden' })
      expect(await page.evaluate((selector) => document.activeElement?.matches(selector), bubble)).toBe(true)
    }
  })

  it.each([
    ['the "Maybe later" button', '.help-later', false],
    ['the "Maybe later" button', '.help-later', true],
    ['the hide button', '.help-hide', false],
    ['the hide button', '.help-hide', true],
  ])('can be hidden for the rest of the session with %s (%s, keyboard: %s)', async (_name, control, keyboard) => {
    const { page, close } = await browser.open(narrow)
    await page.goto(site)
    await hydrated(page)
    if (keyboard) await page.locator('footer a').last().focus()
    if (control === '.help-later') {
      if (keyboard) {
        await tabTo(page, bubble)
        await page.keyboard.press('Enter')
      } else await page.locator(bubble).click()
    }
    if (keyboard) {
      await tabTo(page, control)
      await page.keyboard.press('Enter')
    } else await page.locator(control).click()
    await page.locator('.help').waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

    await page.locator('footer a[href="/about"]').click()
    await page.waitForURL('**/about')
    expect(await page.locator('.help').isVisible()).toBe(false)
    await page.reload()
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.help')?.hidden)
    expect(await page.locator('.help').isVisible()).toBe(false)
    await hydrated(page)
    expect(await page.locator('.help').isVisible()).toBe(false)
    await close()
  })

  it('is visible in a new session even if the visitor hid it in the previous one', async () => {
    const previous = await browser.open(narrow)
    await openHydrated(previous.page)
    await previous.page.locator('.help-hide').click()
    await previous.page.locator('.help').waitFor({ state: 'hidden' })
    const { page, close } = await browser.open(narrow)
    await openHydrated(page)
    expect(await page.locator(bubble).isVisible()).toBe(true)
    await previous.close()
    await close()
  })

  it('starts collapsed on the page that its link opens', async () => {
    const { page, close } = await browser.open(narrow)
    await page.goto(site)
    await hydrated(page)
    await page.locator(bubble).click()
    await offer(page).getByRole('link').click()
    await page.waitForURL('**/create-brand-plan')
    expect(await offer(page).isVisible()).toBe(false)
    expect(await page.locator(bubble).isVisible()).toBe(true)
    await close()
  })

  it('can be opened without JavaScript, but hides the buttons that require it', async () => {
    const { page, close } = await browser.open({ ...narrow, javaScriptEnabled: false })
    await page.goto(site)
    await page.locator(bubble).click()
    expect(await offer(page).isVisible()).toBe(true)
    expect(await page.locator('.help button:visible').count()).toBe(0)
    await close()
  })

  it('exposes its heading, link and buttons to screen readers', async () => {
    const { page } = shared.tab()
    await page.locator(bubble).click()
    const widget = page.getByRole('complementary', { name: 'Ready to scale your brand?' })
    expect(await widget.ariaSnapshot()).toMatch(
      /heading "Ready to scale your brand\?"[\s\S]*link "Get My Brand Plan™"[\s\S]*button "Maybe later"[\s\S]*button "Close help"/,
    )
  })
})
