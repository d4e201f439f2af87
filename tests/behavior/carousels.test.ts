import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser({})
const narrow = { width: 390, height: 844 }
const wide = { width: 1280, height: 900 }

/** Opens a page and waits until its carousel is visible and active. */
async function openCarousel(page: Page, path = '/'): Promise<void> {
  await page.goto(site + path)
  await hydrated(page)
  await waitUntilStill(page)
}

/** Scrolls to the carousel and waits until its animations end, because a click on a moving element scrolls the page. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.locator('[data-carousel]').evaluate((it) => it.scrollIntoView({ behavior: 'instant', block: 'center' }))
  await page.waitForFunction(() => document.querySelector('.slides > [inert]'))
  await page.evaluate(async () => void (await Promise.allSettled(document.getAnimations().map((it) => it.finished))))
}

/** Waits until the carousel shows the given slide and marks it as current. */
async function waitForSlide(page: Page, slide: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const strip = document.querySelector('.slides')
    const slides = [...(strip?.children ?? [])] as HTMLElement[]
    const left = (slides[wanted - 1]?.offsetLeft ?? 0) - (slides[0]?.offsetLeft ?? 0)
    return Math.abs((strip?.scrollLeft ?? 0) - left) < 2 && slides.findIndex((element) => !element.inert) === wanted - 1
  }, slide)
}

const reachable = (page: Page) =>
  page
    .locator('.slide')
    .evaluateAll((slides) => slides.flatMap((slide, index) => ((slide as HTMLElement).inert ? [] : [index + 1])))
const status = (page: Page) => page.locator('[data-status]').innerText()
const scrollAndHash = (page: Page) => page.evaluate(() => [window.scrollY, window.location.hash])

/** Shares a page among the tests of a `describe`, and shows the first slide before each test. */
function shareCarousel(path = '/') {
  let tab: Awaited<ReturnType<typeof browser.open>>
  beforeAll(async () => {
    tab = await browser.open({ viewport: narrow })
    await openCarousel(tab.page, path)
  })
  afterAll(() => tab?.close())
  return async (viewport: typeof narrow) => {
    const { page, faults } = tab
    await page.setViewportSize(viewport)
    await page.locator('.slides').evaluate((strip) => strip.scrollTo({ left: 0, behavior: 'instant' }))
    await waitUntilStill(page)
    await waitForSlide(page, 1)
    return { page, faults }
  }
}

describe('carousel on the front page', () => {
  const useShared = shareCarousel()

  it('shows two of six slides on a wide screen, moves one slide per click, and stops at both ends', async () => {
    const { page, faults } = await useShared(wide)
    const previous = page.getByRole('button', { name: 'Previous' })
    const next = page.getByRole('button', { name: 'Next' })
    expect(await page.locator('.slide').count()).toBe(6)
    expect([await status(page), await reachable(page)]).toEqual(['1–2 of 6', [1, 2]])
    expect([await previous.isDisabled(), await next.isDisabled()]).toEqual([true, false])
    for (const slide of [2, 3, 4, 5]) {
      await next.click()
      await waitForSlide(page, slide)
      expect(await status(page)).toBe(`${slide}–${slide + 1} of 6`)
      expect(await previous.isDisabled()).toBe(false)
    }
    expect(await reachable(page)).toEqual([5, 6])
    expect(await next.isDisabled()).toBe(true)
    await next.click({ force: true })
    await waitForSlide(page, 5)
    await previous.click()
    await waitForSlide(page, 4)
    expect(await next.isDisabled()).toBe(false)
    expect(faults).toEqual([])
  })

  it('shows one slide on a small screen, and moves two slides after two quick clicks', async () => {
    const { page } = await useShared(narrow)
    expect([await status(page), await reachable(page)]).toEqual(['1 of 6', [1]])
    await page.getByRole('button', { name: 'Next' }).evaluate((button) => {
      ;(button as HTMLElement).click()
      ;(button as HTMLElement).click()
    })
    await waitForSlide(page, 3)
    expect(await status(page)).toBe('3 of 6')
  })

  it('supports Enter, Space and arrow keys, and keeps focus on a button when it becomes disabled', async () => {
    const { page } = await useShared(narrow)
    await page.locator('.award-plate').evaluate((section) => {
      section.setAttribute('tabindex', '-1')
      section.focus({ preventScroll: true })
    })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const next = page.getByRole('button', { name: 'Next' })
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true)
    for (const slide of [2, 3, 4, 5, 6]) {
      await page.keyboard.press(slide % 2 ? 'Enter' : 'Space')
      await waitForSlide(page, slide)
    }
    expect(await next.isDisabled()).toBe(true)
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await waitForSlide(page, 5)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('slides')
    await page.keyboard.press('ArrowLeft')
    await waitForSlide(page, 4)
    await page.keyboard.press('ArrowRight')
    await waitForSlide(page, 5)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-carousel]') === null)).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await waitForSlide(page, 5)
  })

  it('removes hidden slides from the tab order', async () => {
    const { page, close } = await browser.open({ viewport: narrow })
    await page.goto(site)
    await page.locator('.slide').evaluateAll((slides) => {
      for (const slide of slides) slide.append(document.createElement('button'))
    })
    await hydrated(page)
    await waitUntilStill(page)
    await page.locator('.slides').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.parentElement?.ariaLabel)).toBe('1 of 6')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.slide') === null)).toBe(true)
    await close()
  })

  it('updates its status when the visitor scrolls the slides or widens the window', async () => {
    const { page } = await useShared(narrow)
    await page.locator('.slides').hover()
    for (const slide of [2, 3]) {
      await page.mouse.wheel(300, 0)
      await waitForSlide(page, slide)
    }
    expect(await status(page)).toBe('3 of 6')
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(false)
    await page.setViewportSize(wide)
    await page.waitForFunction(() => document.querySelectorAll('.slide:not([inert])').length === 2)
    expect(await status(page)).toMatch(/^\d–\d of 6$/)
  })

  it('stays on the slide that the visitor swiped to before hydration', async () => {
    const { page, close } = await browser.open({ viewport: narrow })
    await page.goto(site)
    await page.locator('.slides').evaluate((strip) => {
      strip.scrollIntoView({ behavior: 'instant', block: 'center' })
      strip.scrollTo({ left: 3 * strip.clientWidth })
    })
    await page.waitForFunction(() => {
      const strip = document.querySelector('.slides')
      return strip && strip.scrollLeft > 2.9 * strip.clientWidth
    })
    await hydrated(page)
    await waitUntilStill(page)
    await waitForSlide(page, 4)
    expect(await status(page)).toBe('4 of 6')
    await close()
  })

  it('does not advance automatically', async () => {
    const { page, close } = await browser.open({ viewport: wide })
    await page.clock.install()
    await openCarousel(page)
    await page.clock.runFor(120_000)
    await waitForSlide(page, 1)
    await close()
  })

  it('jumps to the next slide without smooth scrolling if the visitor prefers reduced motion', async () => {
    const { page, close } = await browser.open({ viewport: narrow, reducedMotion: 'reduce' })
    await openCarousel(page)
    const [left, width] = await page.getByRole('button', { name: 'Next' }).evaluate((button) => {
      ;(button as HTMLElement).click()
      const strip = document.querySelector('.slides')
      return [strip?.scrollLeft, strip?.clientWidth]
    })
    expect(left).toBeGreaterThanOrEqual(width ?? Number.NaN)
    await close()
  })

  it('is exposed to screen readers as a list of numbered slides with two labeled buttons and a status', async () => {
    const { page, close } = await browser.open({ viewport: narrow, reducedMotion: 'reduce' })
    await openCarousel(page)
    const tree = await page.locator('[data-carousel]').ariaSnapshot()
    expect(tree).toContain('- heading "What brands say" [level=2]')
    expect(tree).toContain('- paragraph: 1 of 6')
    expect(tree).toContain('- button "Previous" [disabled]')
    expect(tree).toContain('- button "Next"')
    expect(tree).toContain('- list "What brands say"')
    const session = await page.context().newCDPSession(page)
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const names = nodes
      .filter((node) => !node.ignored && node.role?.value === 'listitem')
      .map((node) => node.name?.value)
    expect(names.filter((name) => / of 6$/.test(name))).toEqual(['1 of 6'])
    expect(await page.locator('[data-status]').getAttribute('aria-live')).toBe('polite')
    await close()
  })

  it('works after client-side navigation', async () => {
    const { page, close } = await browser.open({ viewport: wide })
    await page.goto(`${site}/about`)
    await hydrated(page)
    await page.locator('header a[href="/"]').first().click()
    await page.waitForFunction(() => window.location.pathname === '/' && document.activeElement?.tagName === 'H1')
    await waitUntilStill(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await waitForSlide(page, 2)
    await close()
  })

  it('is a scrollable strip without buttons when JavaScript is disabled', async () => {
    const { page, close } = await browser.open({ viewport: wide, javaScriptEnabled: false })
    await page.goto(site)
    expect(await page.locator('.slide[inert]').count()).toBe(0)
    expect(await page.locator('[data-move], [data-status]').filter({ visible: true }).count()).toBe(0)
    await page.locator('.slides').focus()
    const first = await page.locator('.slide').first().boundingBox()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await page.locator('.slide').first().boundingBox())?.x).not.toBe(first?.x)
    await close()
  })
})

describe.each(['/create-brand-plan', '/create-distribution-plan'])('carousel on %s', (path) => {
  const useShared = shareCarousel(path)
  const dot = (page: Page, slide: number) => page.getByRole('link', { name: `${slide} of 3` })
  const current = (page: Page) =>
    page
      .locator('.dots a')
      .evaluateAll((dots) => dots.flatMap((it, index) => (it.ariaCurrent === 'true' ? [index] : [])))

  it('selects a slide when its dot is clicked, without scrolling the page or changing the URL', async () => {
    const { page, faults } = await useShared(wide)
    expect([await page.locator('.slide').count(), await current(page), await reachable(page)]).toEqual([3, [0], [1]])
    const before = await scrollAndHash(page)
    for (const slide of [3, 1, 2]) {
      await dot(page, slide).click()
      await waitForSlide(page, slide)
      expect([await current(page), await reachable(page)]).toEqual([[slide - 1], [slide]])
    }
    expect(await scrollAndHash(page)).toEqual(before)
    expect(faults).toEqual([])
  })

  it('can be used with only the keyboard', async () => {
    const { page } = await useShared(narrow)
    await page.locator('.slides').focus()
    const before = await scrollAndHash(page)
    await page.keyboard.press('ArrowRight')
    await waitForSlide(page, 2)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await dot(page, 3).evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await waitForSlide(page, 3)
    expect(await current(page)).toEqual([2])
    expect(await scrollAndHash(page)).toEqual(before)
  })

  it('shows a slide when its dot is clicked, even without JavaScript', async () => {
    const { page, close } = await browser.open({ viewport: wide, javaScriptEnabled: false })
    await page.goto(site + path)
    await dot(page, 3).click()
    await expect.poll(() => page.url()).toMatch(/#client-3$/)
    const strip = await page.locator('.slides').boundingBox()
    await expect.poll(async () => (await page.locator('.slide').nth(2).boundingBox())?.x).toBeCloseTo(strip?.x ?? -1, 0)
    await close()
  })
})
