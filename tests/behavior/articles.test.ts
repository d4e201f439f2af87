import { expect, inject, it } from 'vitest'
import { sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

it('articles respect table cell alignment, and keep a gap above the footer if no related articles follow', async () => {
  const { page, close } = await browser.open({ javaScriptEnabled: false })
  await page.goto(`${site}/blog/seo-on-a-budget`)
  const alignments = await page.locator('.tbl').evaluate((table) =>
    ['tbody td:not(.num)', 'th', 'th.num'].map((cell) => {
      const found = table.querySelector(cell)
      const before = found && getComputedStyle(found).textAlign
      found?.setAttribute('align', 'center')
      return [before, found && getComputedStyle(found).textAlign]
    }),
  )
  expect(alignments).toEqual([
    ['start', 'center'],
    ['start', 'center'],
    ['end', 'center'],
  ])
  const gap = await page.evaluate(() => {
    document.querySelector('.rel')?.remove()
    const bottom = document.querySelector('.call')?.getBoundingClientRect().bottom ?? 0
    return (document.querySelector('footer')?.getBoundingClientRect().top ?? 0) - bottom
  })
  expect(gap).toBeGreaterThan(48)
  await close()
})
