import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

const articles = /^\/(?:blog|insights)(?:\/|$)/
const withoutPicture = ['/privacy', '/terms']
/** Services, solutions and main pages: all that have a hero with something to show. */
const drawn = Object.keys(pages).filter(
  (path) => !articles.test(path) && !/^\/careers\/./.test(path) && !withoutPicture.includes(path),
)

describe('pictures', () => {
  it('stand on every service, solution and main page, with a text alternative and a word that they are examples', async () => {
    expect(drawn.length).toBeGreaterThan(25)
    for (const path of drawn) {
      const html = await (await fetch(site + path)).text()
      const [first] = html.match(/<figure class="pic[\s\S]*?<\/figure>/) ?? []
      expect(first, path).toBeDefined()
      expect(first, path).toMatch(/role="img" aria-label="[^"]{40,}"/)
      if (path !== '/') expect(first, path).toMatch(/<figcaption[^>]*>Illustrative/)
    }
  })

  it('are not the same drawing on any two services', async () => {
    const shapes = await Promise.all(
      drawn
        .filter((path) => path.startsWith('/services/'))
        .map(async (path) => {
          const html = await (await fetch(site + path)).text()
          return /<figure class="pic[\s\S]*?<\/figure>/.exec(html)?.[0].replace(/[^<>]*(?=<)/g, '')
        }),
    )
    expect(new Set(shapes).size).toBe(11)
  })

  it('fit a screen of 320 pixels, in words of 14 pixels or more', async () => {
    const { page, close } = await browser.open({ viewport: { width: 320, height: 800 } })
    for (const path of drawn) {
      await page.goto(site + path)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const found = await page.evaluate(() => {
        const inside = [...document.querySelectorAll('.pic-panel, .pic-panel *')]
        const words = inside.filter((node) => [...node.childNodes].some((child) => child.nodeType === 3))
        return {
          overflow: document.documentElement.scrollWidth - innerWidth,
          small: words
            .filter((node) => Number.parseFloat(getComputedStyle(node).fontSize) < 14)
            .map((node) => node.textContent),
          cut: words.filter((node) => node.getBoundingClientRect().right > innerWidth).map((node) => node.textContent),
        }
      })
      expect(found, path).toEqual({ overflow: 0, small: [], cut: [] })
    }
    await close()
  })

  it('keep their lines, fills and marks in forced colours', async () => {
    const { page, close } = await browser.open({ forcedColors: 'active' })
    for (const path of ['/services/dsp-advertising', '/services/amazon-management', '/distribution']) {
      await page.goto(site + path)
      const fills = await page.evaluate(() => {
        const shapes = [...document.querySelectorAll('.pic-panel :is(rect, path)')]
        return new Set(shapes.map((shape) => `${getComputedStyle(shape).fill} ${getComputedStyle(shape).stroke}`)).size
      })
      expect(fills, path).toBeGreaterThan(2)
    }
    await close()
  })
})
