import { describe, expect, inject, it } from 'vitest'
import { pages } from '../pages.ts'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

const withoutPicture = ['/blog', '/insights', '/contact', '/accessibility', '/privacy', '/terms']
/** Pages that have a picture, either beside the heading or in an article's text. */
const drawn = Object.keys(pages).filter((path) => !/^\/careers\/./.test(path) && !withoutPicture.includes(path))

describe('pictures', () => {
  it('appear, with alternative text and a caption, on every service, solution, article and main page', async () => {
    expect(drawn.length).toBeGreaterThan(31)
    for (const path of drawn) {
      const html = await (await fetch(site + path)).text()
      const [first] = html.match(/<figure class="pic[\s\S]*?<\/figure>/) ?? []
      expect(first, path).toBeDefined()
      expect(first, path).toMatch(/^<figure [^>]*aria-label="[^"]{40,}"/)
      if (path !== '/') expect(first, path).toMatch(/<figcaption[^>]*>.{20,}<\/figcaption>/)
    }
  })

  it('are called illustrative exactly once per page, at the first picture or before it', async () => {
    for (const path of Object.keys(pages)) {
      const html = (await (await fetch(site + path)).text()).replace(/<script[\s\S]*?<\/script>/g, '')
      const mentions = [...html.matchAll(/illustrative/gi)]
      if (!drawn.includes(path)) {
        expect(mentions, path).toHaveLength(0)
        continue
      }
      expect(mentions, path).toHaveLength(1)
      const firstPicture = html.indexOf('<figure class="pic')
      expect(mentions[0]?.index, path).toBeLessThan(html.indexOf('</figure>', firstPicture))
    }
  })

  it('appear where the text of an article places them, even after client-side navigation', async () => {
    const { page, close } = await browser.open()
    await page.goto(`${site}/insights`)
    await hydrated(page)
    await page
      .getByRole('link', { name: /Where your Amazon ad budget leaks/ })
      .first()
      .click()
    const figure = page.getByRole('figure', { name: /^Of 29,400 dollars of ad spend 21,300 earned its keep/ })
    await figure.waitFor()
    expect(await figure.locator('.fall-amount').allTextContents()).toEqual([
      '21,300',
      '4,000',
      '2,400',
      '1,700',
      '29,400',
    ])
    const around = await page.locator('.prose > .pic').evaluate((pic) => ({
      before: pic.previousElementSibling?.textContent,
      after: pic.nextElementSibling?.textContent,
    }))
    expect(around.before).toMatch(/^That is \$8,100, or 28% of spend\./)
    expect(around.after).toBe('Leak one: terms that never sold')
    await close()
  })

  it('expose each row of data to screen readers', async () => {
    const { page, close } = await browser.open({ javaScriptEnabled: false })
    const rows = {
      '/': '- row "Ad spend −41,288 −12,442 −1,930 −55,660":',
      '/services': '- paragraph: Returns and refunds customer service\n      - text: −41',
      '/services/amazon-seo': '- paragraph: leakproof coffee bottle 3,900 searches\n      - text: not indexed 2 88',
      '/services/customer-service-management': '- text: 3 h 06 Defended',
    }
    for (const [path, row] of Object.entries(rows)) {
      await page.goto(site + path)
      expect(await page.locator('.pic').first().ariaSnapshot(), path).toContain(row)
    }
    await close()
  })

  it('are not partly covered by the floating button on a phone, because it spans the window width', async () => {
    const { page, close } = await browser.open({ viewport: { width: 390, height: 844 } })
    await page.goto(`${site}/services`)
    expect(await page.locator('.floating').boundingBox()).toMatchObject({ x: 0, width: 390 })
    const below = await page.evaluate(() => document.querySelector('.floating')?.getBoundingClientRect().bottom)
    expect(below).toBe(844)
    await close()
  })

  it('have a different shape on each service page', async () => {
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

  it.each([390, 1440])('align the hour labels of a time axis with the grid in a window %i px wide', async (width) => {
    const { page, close } = await browser.open({ viewport: { width, height: 800 } })
    await page.goto(`${site}/careers`)
    const axis = page.locator('.pic-panel .fall-axis')
    expect(await axis.locator('text').allTextContents()).toEqual(['9', '10', '11', '12', '1', '2', '3', '4', '5'])
    const middles = (all: Element[]) =>
      all.map((element) => element.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2)
    const lines = await page.locator('.fall-axis + li line').evaluateAll(middles)
    const hours = (await axis.locator('text').evaluateAll(middles)).slice(1, -1)
    expect(lines).toHaveLength(hours.length)
    for (const [index, line] of lines.entries()) expect(Math.abs(line - (hours[index] ?? 0))).toBeLessThan(1)
    await close()
  })

  it('keep lines, fills and marks distinguishable in forced-colors mode', async () => {
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
