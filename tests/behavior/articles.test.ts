import { expect, inject, it } from 'vitest'
import { ensureBundle } from '../../cli/build/bundle.mjs'
import { readClientFiles } from '../../cli/build/client-files.ts'
import { sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

it('articles respect table cell alignment, and keep a gap above the footer if no related articles follow', async () => {
  const { page, close } = await browser.open({ javaScriptEnabled: false })
  await page.goto(`${site}/blog/seo-on-a-budget`)
  const alignments = await page
    .locator('.tbl')
    .evaluate((table) =>
      ['thead', 'tbody'].map((part) =>
        [...table.querySelectorAll(`${part} tr:first-child > *`)].map((cell) => getComputedStyle(cell).textAlign),
      ),
    )
  expect(alignments).toEqual(Array(2).fill(['start', 'end', 'center']))
  const gap = await page.evaluate(() => {
    document.querySelector('.rel')?.remove()
    const bottom = document.querySelector('.call')?.getBoundingClientRect().bottom ?? 0
    return (document.querySelector('footer')?.getBoundingClientRect().top ?? 0) - bottom
  })
  expect(gap).toBeGreaterThan(48)
  await close()
})

it('articles set fourth-level headings between third-level headings and text, and closer to the text below', async () => {
  const { page, close } = await browser.open({ javaScriptEnabled: false })
  await page.goto(`${site}/blog/seo-on-a-budget`)
  // The page's own styles omit rules for elements that it does not contain.
  const { css } = readClientFiles(await ensureBundle('components'))
  const { sizes, above, below } = await page.locator('.prose').evaluate(async (prose, styles) => {
    document.adoptedStyleSheets = [await new CSSStyleSheet().replace(styles)]
    prose.innerHTML = '<p>Above</p><h3>Third</h3><p>Between</p><h4>Fourth</h4><p>Below</p>'
    const [, third, between, fourth, text] = [...prose.children]
    const boxes = [between, fourth, text].map((element) => element?.getBoundingClientRect() ?? new DOMRect())
    return {
      sizes: [third, fourth, text].map((element) => Number.parseFloat(getComputedStyle(element as Element).fontSize)),
      above: (boxes[1]?.top ?? 0) - (boxes[0]?.bottom ?? 0),
      below: (boxes[2]?.top ?? 0) - (boxes[1]?.bottom ?? 0),
    }
  }, css)
  const [third = 0, fourth = 0, text = 0] = sizes
  expect(third).toBeGreaterThan(1.1 * fourth)
  expect(fourth).toBeGreaterThan(1.1 * text)
  expect(above).toBeGreaterThan(1.25 * below)
  await close()
})
