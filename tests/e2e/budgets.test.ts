import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const folder = path.join(inject('out'), 'site')
const browser = sharedBrowser()

const kB = 1000
const htmlFile = (route: string) => path.join(folder, route === '/' ? 'index.html' : `${route.slice(1)}.html`)
const wire = (file: string) => {
  try {
    return statSync(`${file}.br`).size
  } catch {
    return statSync(file).size
  }
}
/** HTML with its inlined styles, as it travels. Articles may be longer, and so may the front page. */
const htmlBudget = (route: string) => (route === '/' ? 17 : /^\/(?:blog|insights)\/./.test(route) ? 20 : 14) * kB

describe('the byte budget, from the output', () => {
  it.each(Object.keys(pages))('%s stays within it', (route) => {
    const html = readFileSync(htmlFile(route), 'utf8')
    expect(wire(htmlFile(route))).toBeLessThanOrEqual(htmlBudget(route))
    expect(html.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(route === '/' ? 1200 : 1000)
    const eager = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => path.join(folder, match[1] ?? ''))
    expect(eager).toHaveLength(1)
    expect(eager.reduce((sum, file) => sum + wire(file), 0)).toBeLessThanOrEqual(2 * kB)
    const preloaded = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map((match) =>
      path.join(folder, match[1] ?? ''),
    )
    expect(preloaded.reduce((sum, file) => sum + wire(file), 0)).toBeLessThanOrEqual(27 * kB)
    expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]*\s(?:src|href)="https?:\/\/(?!northshelf\.example)/)
  })

  it('all script and font of a route, as a browser loads them, stay within it', async () => {
    const { page, close } = await browser.open()
    for (const route of Object.keys(pages)) {
      const loaded = new Set<string>()
      const collect = (request: { url(): string }) => loaded.add(new URL(request.url()).pathname)
      page.on('request', collect)
      await page.goto(site + route)
      await hydrated(page)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      page.off('request', collect)
      const sum = (pattern: RegExp) =>
        [...loaded]
          .filter((file) => pattern.test(file))
          .reduce((total, file) => total + wire(path.join(folder, file)), 0)
      expect(sum(/\.js$/), `${route}: script`).toBeLessThanOrEqual(90 * kB)
      expect(sum(/\.woff2$/), `${route}: fonts`).toBeLessThanOrEqual(55 * kB)
      expect([...loaded].filter((file) => file.endsWith('.js')).length).toBeGreaterThan(1)
    }
    await close()
  })
})
