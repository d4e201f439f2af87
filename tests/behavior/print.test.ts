import { describe, expect, inject, it } from 'vitest'
import { hydrated, sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

describe.each(['/insights/fix-amazon-ad-budget', '/careers/e-commerce-data-analyst', '/privacy'])(
  '%s in print',
  (path) => {
    it('shows the logo and dark text on white, and no interactive elements, even in dark mode', async () => {
      const { page, close } = await browser.open({ viewport: { width: 680, height: 960 }, colorScheme: 'dark' })
      await page.goto(site + path)
      await hydrated(page)
      await page.emulateMedia({ media: 'print' })
      const shown = (selector: string) => page.locator(selector).filter({ visible: true }).count()
      expect(await shown('nav, form, button, input, summary, footer, .btn, .help')).toBe(0)
      expect(await shown('.logo')).toBe(1)
      expect(await shown('h1')).toBe(1)
      expect(await shown('main p')).toBeGreaterThan(3)
      const colors = await page.evaluate(() => {
        const canvas = document.createElement('canvas').getContext('2d')
        const paint = (color: string) => {
          if (!canvas) return []
          canvas.fillStyle = color
          canvas.fillRect(0, 0, 1, 1)
          return [...canvas.getImageData(0, 0, 1, 1).data]
        }
        const { color } = getComputedStyle(document.querySelector('main p') as Element)
        return [
          paint(getComputedStyle(document.documentElement).backgroundColor),
          paint(color).map((part) => part < 120),
        ]
      })
      expect(colors[0]).toEqual([255, 255, 255, 255])
      expect(colors[1]).toEqual([true, true, true, false])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(680)
      await close()
    })

    it('keeps headings with their text, and does not split rows, list items or figures across pages', async () => {
      const { page, close } = await browser.open()
      await page.goto(site + path)
      await hydrated(page)
      await page.emulateMedia({ media: 'print' })
      const breakable = await page.locator('main :is(h1, h2, h3, tr, li, figure)').evaluateAll((all) =>
        all
          .filter((element) => {
            const { breakInside, breakAfter } = getComputedStyle(element)
            return breakInside !== 'avoid' || (/^H/.test(element.tagName) && breakAfter !== 'avoid')
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      )
      expect(breakable).toEqual([])
      await close()
    })
  },
)

it('a printed service page shows the content of collapsed details, and keeps headings with their content', async () => {
  const { page, close } = await browser.open({ colorScheme: 'dark' })
  await page.goto(`${site}/services/ppc-advertising`)
  await hydrated(page)
  const answers = page.locator('.acc-body')
  const closed = await answers.filter({ visible: false }).count()
  expect(closed).toBeGreaterThan(3)
  await page.emulateMedia({ media: 'print' })
  expect(await answers.filter({ visible: false }).count()).toBe(0)
  expect(await answers.evaluateAll((all) => all.every((answer) => answer.getBoundingClientRect().height > 15))).toBe(
    true,
  )
  expect(await page.locator('nav, .top-menu, .help, footer').filter({ visible: true }).count()).toBe(1)
  const loose = await page
    .locator('main :is(h1, h2, h3, .head), .grid > :first-child:has(h2)')
    .evaluateAll((all) => all.filter((heading) => getComputedStyle(heading).breakAfter !== 'avoid').length)
  expect(loose).toBe(0)
  const inks = await page
    .locator('.night :is(h2, p)')
    .evaluateAll((all) => [...new Set(all.map((text) => getComputedStyle(text).getPropertyValue('--ink')))])
  expect(inks).toEqual(['black'])
  await close()
})

it('a printed page shows the URLs of external links', async () => {
  const { page, close } = await browser.open()
  await page.goto(`${site}/insights/fix-amazon-ad-budget`)
  await hydrated(page)
  await page
    .locator('.prose p')
    .last()
    .evaluate((paragraph) => {
      const link = document.createElement('a')
      link.href = 'https://sellers.example/reports'
      paragraph.append(link)
    })
  await page.emulateMedia({ media: 'print' })
  const content = await page
    .locator('.prose a[href^="https://sellers"]')
    .evaluate((link) => getComputedStyle(link, '::after').content)
  expect(content).toContain('https://sellers.example/reports')
  await close()
})

it('a printed page keeps the borders of buttons and the backgrounds of cover images', async () => {
  const { page, close } = await browser.open()
  await page.goto(`${site}/blog`)
  await hydrated(page)
  await page.emulateMedia({ media: 'print' })
  const styles = (selector: string, property: string) =>
    page
      .locator(selector)
      .evaluateAll(
        (all, name) => [...new Set(all.map((element) => getComputedStyle(element).getPropertyValue(name)))],
        property,
      )
  expect(await styles('.cover', 'print-color-adjust')).toEqual(['exact'])
  await page.goto(`${site}/services/ppc-advertising`)
  await hydrated(page)
  expect(await styles('main .btn', 'color')).toHaveLength(1)
  expect(await styles('main .btn', 'border-top-color')).toEqual(await styles('main .btn', 'color'))
  await close()
})

/** Finds the ledger's first heading in the PDF outline, and its parent heading. Returns their pages' object numbers. */
function pagesOfLedger(pdf: string): (string | undefined)[] {
  const [, page, parent] = /\/Title \(Debit.*?\/Dest \[(\d+) 0 R.*?\/Parent (\d+) 0 R/s.exec(pdf) ?? []
  const parentPage = new RegExp(`\\n${parent} 0 obj\\s*<<\\/Title .*?\\/Dest \\[(\\d+) 0 R`, 's').exec(pdf)
  return [page, parentPage?.[1]]
}

it.each(['ppc-advertising', 'revenue-reclaim', 'walmart-management', 'dsp-advertising', 'amazon-seo'])(
  'the ledger picture for service %s is printed on the same page as its heading',
  async (service) => {
    const { page, close } = await browser.open()
    await page.goto(`${site}/services/${service}`)
    await hydrated(page)
    const margin = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' }
    for (const format of ['Letter', 'A4']) {
      const pdf = await page.pdf({ format, margin, outline: true, tagged: true })
      const [ledger, heading] = pagesOfLedger(pdf.toString('latin1'))
      expect(ledger).toBeDefined()
      expect(heading, format).toBe(ledger)
    }
    await close()
  },
)
