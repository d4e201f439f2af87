import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { limitsFor, readThresholds } from '../../cli/audit/thresholds.ts'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const folder = path.join(inject('out'), 'site')
const browser = sharedBrowser()

const kB = 1000
const thresholds = readThresholds()
/** Sizes in kB. */
const allowed = (route: string) => limitsFor(route, thresholds)
const htmlFile = (route: string) => path.join(folder, route === '/' ? 'index.html' : `${route.slice(1)}.html`)
const wire = (file: string) => {
  try {
    return statSync(`${file}.br`).size
  } catch {
    return statSync(file).size
  }
}

describe('the byte budget, from the output', () => {
  it.each(Object.keys(pages))('%s stays within it', (route) => {
    const limits = allowed(route)
    const html = readFileSync(htmlFile(route), 'utf8')
    expect(wire(htmlFile(route))).toBeLessThanOrEqual(limits.html * kB)
    expect(html.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(limits.nodes)
    const eager = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => path.join(folder, match[1] ?? ''))
    expect(eager).toHaveLength(1)
    expect(eager.reduce((sum, file) => sum + wire(file), 0)).toBeLessThanOrEqual(limits.eagerScript * kB)
    const fonts = [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"([^>]*)/g)]
    expect(fonts).toHaveLength(3)
    const preloaded = fonts
      .filter(([, , more]) => !/fetchpriority="low"/i.test(more ?? ''))
      .map(([, font]) => path.join(folder, font ?? ''))
    expect(preloaded).toHaveLength(1)
    expect(preloaded.reduce((sum, file) => sum + wire(file), 0)).toBeLessThanOrEqual(limits.preloadedFonts * kB)
    expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]*\s(?:src|href)="https?:\/\/(?!northshelf\.example)/)
  })

  it('no script writes out days or numbers: the first time, that alone takes a phone 50 ms', () => {
    const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(1)
    const writers = scripts.filter((file) =>
      /\bIntl\.|\.toLocale(Date|Time)?String\(/.test(readFileSync(path.join(folder, file), 'utf8')),
    )
    expect(writers).toEqual([])
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
      expect(sum(/\.js$/), `${route}: script`).toBeLessThanOrEqual(allowed(route).script * kB)
      expect(sum(/\.woff2$/), `${route}: fonts`).toBeLessThanOrEqual(allowed(route).fonts * kB)
      expect([...loaded].filter((file) => file.endsWith('.js')).length).toBeGreaterThan(1)
    }
    await close()
  })
})
