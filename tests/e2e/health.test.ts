import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

/** Collects policy violations, and marks the nodes of the document to see whether hydration keeps them. */
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

describe('in a real browser, under the real policy', () => {
  it('every route loads and hydrates without an error, a warning or a policy report, and keeps its HTML', async () => {
    const { page, faults, close } = await browser.open()
    await watch(page)
    for (const path of Object.keys(pages)) {
      await page.goto(site + path, { waitUntil: 'load' })
      const before = await page.evaluate(() => {
        const nodes = [...document.querySelectorAll('#root *')]
        Object.assign(window, { nodes })
        const html = document.querySelector('#root')?.innerHTML.replace(/<!--.*?-->/g, '')
        // Asleep already where the browser is idle by now (src/entry/sleep.ts).
        return html?.replace(/ style="[^"]*content-visibility[^"]*"/g, '')
      })
      await hydrated(page)
      const after = await page.evaluate(() => {
        const { nodes } = window as unknown as { nodes: Element[] }
        return {
          gone: nodes.filter((node) => !node.isConnected).length,
          html: document.querySelector('#root')?.innerHTML.replace(/<!--.*?-->/g, ''),
        }
      })
      expect(after.gone, `${path}: nodes that hydration replaced`).toBe(0)
      expect(after.html, path).toBe(before)
      expect(await violations(page), path).toEqual([])
      expect(faults, path).toEqual([])
    }
    await close()
  })

  it('every route can be reached by client navigation without an error, and shows what its document shows', async () => {
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

  it('every text and link of every route is there without JavaScript', async () => {
    const plain = await browser.open({ javaScriptEnabled: false })
    const live = await browser.open({ reducedMotion: 'reduce' })
    const read = async (page: Page) => ({
      text: (await page.locator('body').textContent())?.replace(/\s+/g, ' '),
      links: await page
        .locator('a')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
        .catch(() => undefined),
    })
    for (const path of Object.keys(pages)) {
      await plain.page.goto(site + path)
      await live.page.goto(site + path)
      await hydrated(live.page)
      const without = (await plain.page.content()).replace(/<script[\s\S]*?<\/script>/g, '')
      const withScripts = await read(live.page)
      const strip = (html: string) =>
        html
          .replace(/<style[\s\S]*?<\/style>/g, '')
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
      const hydratedHtml = (await live.page.content()).replace(/<script[\s\S]*?<\/script>/g, '')
      expect(strip(without), path).toBe(strip(hydratedHtml))
      expect(without.match(/<a\s/g)?.length, path).toBe(withScripts.links?.length)
      expect(await plain.page.locator('h1').isVisible(), path).toBe(true)
    }
    await plain.close()
    await live.close()
  })
})
