import { expect, inject, it } from 'vitest'
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
