import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { fulfillBroken, hydrated, routePage, sharedBrowser } from './browser.ts'
import { tabTo } from './keyboard.ts'

const site = inject('site')
const browser = sharedBrowser()

describe('client-side navigation', () => {
  it('updates the title, URL and canonical link, and moves focus to the heading, without a page reload', async () => {
    const { page, close } = await browser.open()
    await page.goto(site)
    await hydrated(page)
    await page.evaluate(() => {
      Object.assign(window, { sameDocument: true })
      window.scrollTo(0, 2500)
    })
    await page.locator('footer a[href="/about"]').click()
    await page.waitForFunction(() => location.pathname === '/about' && document.activeElement?.tagName === 'H1')
    expect(await page.title()).toMatch(/\| Northshelf$/)
    expect(await page.evaluate(() => [window.scrollY, 'sameDocument' in window])).toEqual([0, true])
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe('https://northshelf.example/about')
    expect(await page.locator('header nav a[aria-current=page]').first().textContent()).toBe('About')
    await close()
  })

  it('restores the previous page and its scroll position on Back, and the next page on Forward', async () => {
    const { page, faults, close } = await browser.open({ reducedMotion: 'reduce' })
    await page.goto(`${site}/blog/seo-on-a-budget`)
    await hydrated(page)
    const words = (await page.locator('main').innerText()).length
    await page.evaluate(() => window.scrollTo(0, 1200))
    await page.waitForFunction(() => window.scrollY === 1200)
    // Avoids Playwright's click, which would scroll to the link first.
    await page.locator('footer a[href="/careers"]').evaluate((link) => (link as HTMLElement).click())
    await page.waitForFunction(() => location.pathname === '/careers' && window.scrollY === 0)
    await page.goBack()
    await page.waitForFunction(() => location.pathname === '/blog/seo-on-a-budget' && window.scrollY === 1200)
    expect((await page.locator('main').innerText()).length).toBe(words)
    await page.goForward()
    await page.waitForFunction(() => location.pathname === '/careers' && document.title.includes('|'))
    expect(faults).toEqual([])
    await close()
  })

  it.each(['/privacy', '/insights/walmart-first-mover'])(
    'scrolls to each heading in the table of contents of %s, and keeps the clicked link visible',
    async (path) => {
      const { page, close } = await browser.open({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
      await page.goto(site + path)
      await hydrated(page)
      const contents = page.getByRole('navigation', { name: 'Contents' })
      const links = contents.getByRole('link')
      expect(await links.allTextContents()).toEqual(await page.locator('.prose h2').allTextContents())
      for (const link of await links.all()) {
        await link.click()
        const heading = page.locator(`[id="${(await link.getAttribute('href'))?.slice(1)}"]`)
        await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
        expect((await heading.boundingBox())?.y).toBeLessThan(900)
        expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0)
      }
      await close()
    },
  )

  it('opens another page at the anchor in the link', async () => {
    const { page, close } = await browser.open({ reducedMotion: 'reduce' })
    await page.goto(site)
    await hydrated(page)
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/create-brand-plan#form'
      document.body.append(link)
      link.click()
    })
    await page.waitForFunction(
      () =>
        location.pathname === '/create-brand-plan' &&
        Math.abs(document.getElementById('form')?.getBoundingClientRect().top ?? 999) < 60,
    )
    await close()
  })

  it('opens a link even if its fragment contains invalid percent-encoding', async () => {
    const { page, faults, close } = await browser.open()
    await page.goto(`${site}/about`)
    await hydrated(page)
    await page.locator('footer a[href="/careers"]').evaluate((link: HTMLAnchorElement) => {
      link.hash = '#100%'
      link.click()
    })
    await page.waitForFunction(() => location.pathname === '/careers' && document.activeElement?.tagName === 'H1')
    expect(faults).toEqual([])
    await close()
  })

  it('causes no errors and leaks no listeners when links are clicked faster than pages load', async () => {
    const { page, faults, close } = await browser.open({ reducedMotion: 'no-preference' })
    await page.goto(`${site}/about`)
    await hydrated(page)
    await page.evaluate(async () => {
      for (let count = 0; count < 40; count += 1) {
        document.querySelector<HTMLElement>(`footer a[href="/${count % 2 ? 'about' : 'careers'}"]`)?.click()
        if (count % 4 === 0) await new Promise((later) => setTimeout(later, 20))
      }
    })
    await page.locator('footer a[href="/services"]').click()
    await page.waitForFunction(() => location.pathname === '/services' && document.activeElement?.tagName === 'H1')
    const session = await page.context().newCDPSession(page)
    const { result } = await session.send('Runtime.evaluate', { expression: 'window' })
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
    expect(listeners.filter(({ type }) => type === 'pagehide').length).toBeLessThanOrEqual(2)
    expect(faults).toEqual([])
    await close()
  })

  it('prefetches a page when its link is hovered, and opens it without another request', async () => {
    const { page, close } = await browser.open()
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') requests.push(new URL(request.url()).pathname)
    })
    await page.goto(site)
    await hydrated(page)
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/about')),
      page.locator('header nav a[href="/about"]').first().hover(),
    ])
    expect(response.status()).toBe(200)
    await page.locator('header nav a[href="/about"]').first().click()
    await page.waitForFunction(() => location.pathname === '/about')
    expect(requests.filter((path) => path === '/about')).toHaveLength(1)
    await close()
  })

  it('falls back to a full page load when the page cannot be fetched', async () => {
    const { page, close } = await browser.open()
    await page.goto(site)
    await hydrated(page)
    await routePage(page, '/about', (route) => route.fulfill({ status: 404 }))
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.locator('footer a[href="/about"]').click()
    await page.waitForFunction(() => location.pathname === '/about' && !('sameDocument' in window))
    await close()
  })

  it('logs an unknown path to the console, and shows an error page that links to the front page', async () => {
    const { page, faults, close } = await browser.open()
    await page.goto(`${site}/solutions/no-such-thing`)
    await hydrated(page)
    expect(await page.locator('h1').innerText()).toBe('Oops! Page not found')
    expect(faults.some((fault) => fault.includes('404') && fault.includes('/solutions/no-such-thing'))).toBe(true)
    expect(faults.filter((fault) => fault.startsWith('exception'))).toEqual([])
    const edge = (selector: string, side: 'top' | 'bottom') =>
      page.locator(selector).evaluate((element, at) => element.getBoundingClientRect()[at], side)
    expect(await edge('.not-found .shelf', 'bottom')).toBeCloseTo(await edge('footer', 'top'))
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForFunction(() => location.pathname === '/')
    await close()
  })

  it('shows an error screen if a page fails to render, and can still open other pages', async () => {
    const { page, close } = await browser.open()
    await routePage(page, '/get-started', fulfillBroken)
    await page.goto(site)
    await hydrated(page)
    await page.locator('header a[href="/get-started"]').first().click()
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
    expect(await page.locator('header').isVisible()).toBe(true)
    expect(await page.locator('footer').isVisible()).toBe(true)
    expect(await page.locator('main a[href="mailto:hello@northshelf.example"]').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Unexpected Application Error!')
    await page.locator('footer a[href="/about"]').click()
    await page.waitForFunction(() => location.pathname === '/about')
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor({ state: 'detached' })
    await close()
  })

  it.each([
    ['shows the drawing of a shelf, also on a page that did not have it', true],
    ['omits the drawing if the script of the drawing fails to load', false],
  ])('shows an error screen that %s', async (_, loads) => {
    const scripts = path.join(inject('out'), 'site', 'assets', 'chunks')
    const isShelf = (file: string) => readFileSync(path.join(scripts, file), 'utf8').includes('shelf-goods')
    const { page, close } = await browser.open()
    await routePage(page, '/about', fulfillBroken)
    if (!loads) await page.route(`**/${readdirSync(scripts).find(isShelf)}`, (route) => route.abort())
    await page.goto(`${site}/services`)
    await hydrated(page)
    const shelf = page.locator('.shelf')
    expect(await shelf.count()).toBe(0)
    const failed = loads ? undefined : page.waitForEvent('requestfailed')
    await page.locator('footer a[href="/about"]').click()
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
    if (loads) expect(await shelf.evaluate((element) => getComputedStyle(element).borderBlockEndWidth)).not.toBe('0px')
    await failed
    expect(await shelf.count()).toBe(loads ? 1 : 0)
    expect(await page.locator('main a[href="mailto:hello@northshelf.example"]').isVisible()).toBe(true)
    await close()
  })

  it('lets keyboard users reload a page that failed to render', async () => {
    const { page, close } = await browser.open()
    await routePage(page, '/about', fulfillBroken)
    await page.goto(site)
    await hydrated(page)
    await page.locator('header a[href="/about"]').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
    await tabTo(page, 'main button')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/about')
    expect(await page.locator('main h1').isVisible()).toBe(true)
    await close()
  })
})
