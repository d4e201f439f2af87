import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

/** Collects Content Security Policy violations. */
async function watch(page: Page) {
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    )
  })
}
const violations = (page: Page) => page.evaluate(() => (window as unknown as { violations: string[] }).violations)

describe('client-side navigation', () => {
  it('opens every route with the heading of its prerendered page, and without errors or CSP violations', async () => {
    const { page, faults, close } = await browser.open({ reducedMotion: 'reduce' })
    await watch(page)
    await page.goto(site)
    await hydrated(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    for (const path of [...Object.keys(pages).slice(1), '/']) {
      const html = await (await fetch(site + path)).text()
      const heading = /<h1[^>]*>(.*?)<\/h1>/s
        .exec(html)?.[1]
        ?.replace(/<[^>]+>/g, '')
        .replace(/&#x27;/g, "'")
        .replace(/&amp;/g, '&')
      const title = /<title>(.*?)<\/title>/
        .exec(html)?.[1]
        ?.replace(/&#x27;/g, "'")
        .replace(/&amp;/g, '&')
      await page.evaluate((target) => {
        const link = document.createElement('a')
        link.href = target
        document.body.append(link)
        link.click()
        link.remove()
      }, path)
      await page.waitForFunction(([target, wanted]) => location.pathname === target && document.title === wanted, [
        path,
        title,
      ] as const)
      expect(await page.locator('h1').allTextContents(), path).toEqual([heading])
      const main = await page.evaluate(() => document.querySelector('main')?.innerText.length ?? 0)
      expect(main, path).toBeGreaterThan(200)
      expect(await violations(page), path).toEqual([])
      expect(faults, path).toEqual([])
    }
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await close()
  })

  it.each(['light', 'dark'] as const)(
    'styles a page exactly like a full page load, regardless of the previous page (%s color scheme)',
    async (colorScheme) => {
      const { page, close } = await browser.open({ colorScheme })
      for (const [from, to] of [
        ['/privacy', '/careers'],
        ['/about', '/'],
        ['/404', '/create-brand-plan'],
        ['/blog', '/services/ppc-advertising'],
      ] as const) {
        await page.goto(site + to)
        await hydrated(page)
        const own = await page.evaluate(listStyles)
        await page.goto(site + from)
        await hydrated(page)
        await page.evaluate((target) => {
          const link = document.createElement('a')
          link.href = target
          document.querySelector('main')?.append(link)
          link.click()
          link.remove()
        }, to)
        await page.waitForFunction(
          (target) => location.pathname === target && document.activeElement?.tagName === 'H1',
          to,
        )
        expect(await page.evaluate(listStyles), `${to} from ${from}`).toEqual(own)
      }
      await close()
    },
  )
})

/** Runs in the page. Lists the computed styles of all elements. */
function listStyles(): string[] {
  const names = ['color', 'background-color', 'fill', 'stroke', 'border-top-color', 'display', 'font', 'padding', 'gap']
  return [...document.querySelectorAll('main, main *')].map((element) => {
    const style = getComputedStyle(element)
    return `${element.localName}.${element.getAttribute('class')}: ${names.map((name) => style.getPropertyValue(name)).join('; ')}`
  })
}
