import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { holdScripting, hydrated, scrollThrough, sharedBrowser, waitForFrames } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser({})
const viewport = { width: 1280, height: 800 }

interface Started {
  block: Element
  rises: boolean
  delay: number
  shift: string
}

/** Records every animation that starts, because a short animation may end before a test looks for it. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const started: Started[] = []
    Object.assign(window, { started })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      const { opacity, transform } = frames as { opacity: number[]; transform?: string[] }
      const delay = typeof options === 'object' ? (options.delay ?? 0) : 0
      started.push({ block: this, rises: opacity[1] === 1, delay, shift: transform?.[0] ?? '' })
      return animate.call(this, frames, options)
    }
  })
}

/** Returns the fade-in delays of the list items, in order. */
const delays = (page: Page, items: string) =>
  page.locator(items).evaluateAll((elements) => {
    const { started } = window as unknown as { started: Started[] }
    return elements.map((element) => {
      const delay = started.find(({ block, rises }) => rises && block === element)?.delay
      return delay === undefined ? undefined : Math.round(delay)
    })
  })

/**
 * Counts the invisible elements on the page, except inputs, whose labels draw the visible radio buttons and checkboxes.
 */
const hidden = (page: Page) =>
  page
    .locator('main *:not(input)')
    .evaluateAll((all) => all.filter((it) => getComputedStyle(it).opacity === '0').length)

const someHidden = (page: Page) => expect.poll(() => hidden(page)).toBeGreaterThan(0)

/** Waits until all items are hidden. The page hides only some items per frame, and none while the clock is paused. */
const allHidden = (page: Page, items: string) =>
  page.waitForFunction(
    (items) => [...document.querySelectorAll(items)].every((it) => getComputedStyle(it).opacity === '0'),
    items,
  )

const allShown = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('main > div > section *')].every((it) => getComputedStyle(it).opacity !== '0'),
  )

async function scrollTo(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((it) => it.scrollIntoView({ behavior: 'instant', block: 'center' }))
}

async function goTo(page: Page, path: string): Promise<void> {
  await page
    .locator(`footer a[href="${path}"], header a[href="${path}"]`)
    .first()
    .evaluate((link) => {
      ;(link as HTMLElement).click()
    })
  await page.waitForFunction(
    (wanted) => window.location.pathname === wanted && document.activeElement?.tagName === 'H1',
    path,
  )
}

/** Runs in the page. Adds up all layout shifts. */
function watchAllShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value } = entry as unknown as { value: number }
      Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + value })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted)

const figures = (page: Page) => page.locator('.stats-figure').allInnerTexts()
const shownFigures = (page: Page) =>
  page
    .locator('.stats-figure')
    .evaluateAll((all) => all.map((figure) => (figure.querySelector('[aria-hidden]') ?? figure).textContent))
const final = ['81%', '32M', '92%', '6']

describe('counters', () => {
  it('count up from 0 once they are 10% visible, slow down, and stop at the value in the HTML', async () => {
    const { page, faults, close } = await browser.open({ viewport })
    await page.clock.install()
    await page.goto(site)
    await hydrated(page)
    expect(await figures(page)).toEqual(final)
    await allHidden(page, '.stats-lines > li')
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await scrollTo(page, '.stats')
    await page.locator('.stats-figure [aria-hidden]').nth(3).waitFor()
    expect(await shownFigures(page)).toEqual(['0%', '0M', '0%', '0'])
    const tree = await page.locator('.stats').ariaSnapshot()
    for (const text of final) expect(tree).toContain(text)
    await page.clock.runFor(1000)
    const half = Number.parseInt((await shownFigures(page))[0] ?? '', 10)
    expect(half).toBeGreaterThan(60)
    expect(half).toBeLessThan(81)
    await page.clock.runFor(900)
    expect((await shownFigures(page))[3]).not.toBe('0')
    await page.clock.runFor(700)
    expect(await figures(page)).toEqual(final)
    expect(await page.locator('.stats-figure *').count()).toBe(0)
    await page.evaluate(() => window.scrollTo({ top: 9999, behavior: 'instant' }))
    await scrollTo(page, '.stats')
    await page.clock.runFor(500)
    expect(await figures(page)).toEqual(final)
    expect(faults).toEqual([])
    await close()
  })

  it('still count up after client-side navigation', async () => {
    const { page, close } = await browser.open({ viewport })
    await page.goto(`${site}/about`)
    await hydrated(page)
    await goTo(page, '/')
    await someHidden(page)
    await scrollTo(page, '.stats')
    await page.locator('.stats-figure [aria-hidden]').first().waitFor()
    await expect.poll(() => figures(page)).toEqual(final)
    await close()
  })

  it('count up without layout shifts if they are visible when the page loads', async () => {
    const { page, faults, close } = await browser.open({ viewport: { width: 1440, height: 1700 } })
    await page.clock.install()
    const release = await holdScripting(page)
    await page.goto(site)
    expect(await figures(page)).toEqual(final)
    await page.evaluate(watchAllShifts)
    await page.clock.pauseAt(Date.now() + 3_600_000)
    release()
    await page.mouse.move(5, 5)
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return page.locator('.stats-figure [aria-hidden]').count()
      })
      .toBe(4)
    expect(Number.parseInt((await shownFigures(page))[0] ?? '', 10)).toBeLessThan(20)
    await page.clock.runFor(2500)
    expect(await figures(page)).toEqual(final)
    expect(await shifted(page)).toBeLessThan(0.002)
    expect(faults).toEqual([])
    await close()
  })

  it('count up when scrolled into view, even if the page was reloaded while scrolled past them', async () => {
    const { page, close } = await browser.open({ viewport })
    await page.goto(site)
    await page.evaluate(() => window.scrollTo({ top: 5000, behavior: 'instant' }))
    await page.waitForFunction(() => window.scrollY === 5000)
    await page.reload()
    await hydrated(page)
    await someHidden(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(5000)
    expect(await page.locator('.stats-figure *').count()).toBe(0)
    await scrollTo(page, '.stats')
    await page.locator('.stats-figure [aria-hidden]').first().waitFor()
    await close()
  })

  it.each([{ javaScriptEnabled: false }, { reducedMotion: 'reduce' } as const])(
    'show their final values without counting up in a browser with the options %o',
    async (options) => {
      const { page, close } = await browser.open({ viewport, ...options })
      await page.goto(site)
      if (!('javaScriptEnabled' in options)) {
        await hydrated(page)
        await scrollThrough(page, 300)
        expect(await page.locator('.stats-figure *').count()).toBe(0)
      }
      expect(await figures(page)).toEqual(final)
      await close()
    },
  )
})

describe('blocks that fade in', () => {
  it('are hidden until scrolled into view, then rise by at most 12 px and stay visible', async () => {
    const { page, faults, close } = await browser.open({ viewport })
    await watch(page)
    await page.goto(site)
    await hydrated(page)
    await someHidden(page)
    const early = await page.evaluate(() => {
      const { started } = window as unknown as { started: Started[] }
      return started.filter(({ block }) => block.getBoundingClientRect().top < window.innerHeight).length
    })
    expect(early, 'hidden blocks that were in the window').toBe(0)
    await scrollThrough(page, 300)
    await allShown(page)
    const shifts = await page.evaluate(() => [
      ...new Set((window as unknown as { started: Started[] }).started.map(({ shift }) => shift)),
    ])
    expect(shifts.sort()).toEqual(['', 'translateY(12px)'])
    const count = await page.evaluate(() => (window as unknown as { started: Started[] }).started.length)
    await scrollThrough(page, 300)
    expect(await hidden(page)).toBe(0)
    expect(await page.evaluate(() => (window as unknown as { started: Started[] }).started.length)).toBe(count)
    expect(faults).toEqual([])
    await close()
  })

  it.each([
    ['/', '.stats-lines > li', 150],
    ['/services', '.services-group:first-of-type > ul > li, .services-group:nth-child(2) > ul > li', 100],
    ['/distribution', '.process .ps > li', 100],
  ])('appear one after another on page %s (%s, %i ms apart)', async (path, items, step) => {
    const { page, close } = await browser.open({ viewport })
    await watch(page)
    await page.clock.install()
    await page.goto(`${site}/privacy`)
    await hydrated(page)
    await goTo(page, path)
    await allHidden(page, items)
    // Pauses the clock, so that all items become visible at the same time and their delays differ only by `step`.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await scrollTo(page, items)
    await expect.poll(() => delays(page, items)).not.toContain(undefined)
    const found = await delays(page, items)
    expect(found.length).toBeGreaterThan(2)
    expect(found).toEqual(found.map((_, index) => index * step))
    await close()
  })

  it('cause no layout shifts', async () => {
    const { page, close } = await browser.open({ viewport })
    await page.goto(site)
    await hydrated(page)
    await page.evaluate(watchAllShifts)
    await scrollThrough(page, 300)
    await allShown(page)
    expect(await shifted(page)).toBeLessThan(0.002)
    await close()
  })

  it('are visible as soon as Tab moves focus to them', async () => {
    const { page, close } = await browser.open({ viewport })
    await page.goto(`${site}/services`)
    await hydrated(page)
    await someHidden(page)
    await page.locator('main').focus()
    for (let stop = 0; stop < 16; stop += 1) {
      await page.keyboard.press('Tab')
      const faint = await page.evaluate(() => {
        let element = document.activeElement
        for (; element; element = element.parentElement) if (getComputedStyle(element).opacity !== '1') return true
        return false
      })
      expect(faint, `stop ${stop}`).toBe(false)
    }
    await close()
  })

  it('are visible if they precede the focused element, however quickly Tab is pressed', async () => {
    const { page, close } = await browser.open({ viewport })
    await page.goto(site)
    await hydrated(page)
    await someHidden(page)
    await page.locator('main').focus()
    for (let press = 0; press < 24; press += 1) await page.keyboard.press('Tab')
    const passed = await page.locator('main *:not(input)').evaluateAll(
      (all) =>
        all.filter((it) => {
          const { activeElement } = document
          const before = (activeElement?.compareDocumentPosition(it) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING
          return before && getComputedStyle(it).opacity !== '1' && !it.closest('svg, .slides')
        }).length,
    )
    expect(passed).toBe(0)
    await close()
  })

  it('are all visible in print', async () => {
    const { page, close } = await browser.open({ viewport })
    await page.goto(site)
    await hydrated(page)
    await someHidden(page)
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    expect(await hidden(page)).toBe(0)
    await close()
  })

  it('still fade in after client-side navigation, and are all visible after the visitor goes back', async () => {
    const { page, faults, close } = await browser.open({ viewport })
    await page.goto(site)
    await hydrated(page)
    await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }))
    await page.waitForFunction(() => window.scrollY === 1500)
    await goTo(page, '/services')
    await someHidden(page)
    await scrollThrough(page, 300)
    await allShown(page)
    await page.goBack()
    await page.waitForFunction(() => window.location.pathname === '/' && window.scrollY === 1500)
    await page.waitForFunction(() => document.querySelector('.stats'))
    expect(await hidden(page)).toBe(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(1500)
    expect(faults).toEqual([])
    await close()
  })

  it.each(['/', '/services', '/distribution', '/about'])('are all visible on %s without JavaScript', async (path) => {
    const { page, close } = await browser.open({ viewport, javaScriptEnabled: false })
    await page.goto(site + path)
    expect(await page.locator('main section').filter({ visible: false }).count()).toBe(0)
    expect(await hidden(page)).toBe(0)
    await close()
  })
})

describe('a link within a page', () => {
  const cases = [
    ['/create-brand-plan', 'Start Now', '#form'],
    ['/create-distribution-plan', 'Start Now', '#form'],
    ['/careers', 'View Open Positions', '#positions'],
  ] as const
  /** Waits until the target is near the top of the window and has not moved for ten frames. */
  const arrived = (page: Page, target: string) =>
    page.waitForFunction((selector) => {
      const top = document.querySelector(selector)?.getBoundingClientRect().top ?? 999
      const state = window as unknown as { last?: number; still?: number }
      state.still = state.last === top ? (state.still ?? 0) + 1 : 0
      state.last = top
      return window.location.hash === selector && Math.abs(top) < 60 && state.still >= 10
    }, target)
  const record = (page: Page) =>
    page.evaluate(() => {
      const places: number[] = []
      Object.assign(window, { places })
      document.addEventListener('scroll', () => places.push(window.scrollY))
    })
  const places = (page: Page) => page.evaluate(() => [...new Set((window as unknown as { places: number[] }).places)])

  it.each(cases)(
    'scrolls smoothly to its target when clicked, but jumps to it if reduced motion is preferred (on %s: "%s")',
    async (path, name, target) => {
      const { page, close } = await browser.open({ viewport })
      await page.goto(site + path)
      await hydrated(page)
      await record(page)
      await page.getByRole('link', { name }).first().click()
      await arrived(page, target)
      expect((await places(page)).length).toBeGreaterThan(3)
      await page.goBack()
      await page.waitForFunction(() => window.location.hash === '' && window.scrollY === 0)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // The last scroll event of going back may still be pending.
      await page.evaluate(waitForFrames)
      await record(page)
      await page.getByRole('link', { name }).first().click()
      await arrived(page, target)
      expect((await places(page)).length).toBeLessThanOrEqual(1)
      await close()
    },
  )

  it('works with the keyboard after client-side navigation, and Back returns to the top', async () => {
    const { page, faults, close } = await browser.open({ viewport: { width: 1280, height: 1000 } })
    await page.goto(`${site}/about`)
    await hydrated(page)
    for (const [path, name, target] of cases) {
      await page.evaluate((href) => {
        const link = document.createElement('a')
        link.href = href
        document.body.append(link)
        link.click()
        link.remove()
      }, path)
      await page.waitForFunction(
        (wanted) => window.location.pathname === wanted && document.activeElement?.tagName === 'H1',
        path,
      )
      await page.getByRole('link', { name }).first().focus()
      expect(await page.evaluate(() => window.scrollY), path).toBe(0)
      await page.keyboard.press('Enter')
      await arrived(page, target)
      await page.goBack()
      await page.waitForFunction(() => window.location.hash === '' && window.scrollY === 0)
    }
    expect(faults).toEqual([])
    await close()
  })

  it.each(cases)('scrolls to its target without JavaScript (on %s: "%s")', async (path, name, target) => {
    const { page, close } = await browser.open({ viewport, javaScriptEnabled: false })
    await page.goto(site + path)
    await page.getByRole('link', { name }).first().click()
    await expect.poll(async () => Math.abs((await page.locator(target).boundingBox())?.y ?? 999)).toBeLessThan(60)
    await close()
  })

  it('does not affect client-side navigation, which shows a new page at the top without smooth scrolling', async () => {
    const { page, close } = await browser.open({ viewport })
    await page.goto(site)
    await hydrated(page)
    await page.evaluate(() => window.scrollTo({ top: 3000, behavior: 'instant' }))
    await page.waitForFunction(() => window.scrollY === 3000)
    await record(page)
    await goTo(page, '/about')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect((await places(page)).filter((top) => top !== 3000 && top !== 0)).toEqual([])
    await close()
  })
})
