import type { Locator } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { sharedBrowser } from './browser.ts'

const site = inject('site')
const browser = sharedBrowser()

it.each(['checkbox', 'radio'])('a checked %s shows a mark in its box in forced-colors mode', async (type) => {
  const { page, close } = await browser.open({ forcedColors: 'active' })
  await page.goto(`${site}/create-brand-plan`)
  const option = page.locator('.opts label').filter({ has: page.locator(`[type=${type}]`) })
  const label = option.locator('span').first()
  /** Takes a picture of the middle of the option's box. */
  const middle = async (label: Locator) => {
    const clip = await label.evaluate((span) => {
      const { left, top, height } = span.getBoundingClientRect()
      const { paddingInlineStart, borderInlineStartWidth } = getComputedStyle(span)
      const size = Number.parseFloat(getComputedStyle(span, '::before').width)
      const start = left + Number.parseFloat(paddingInlineStart) + Number.parseFloat(borderInlineStartWidth)
      return { x: start + size / 2 - 2 + scrollX, y: top + height / 2 - 2 + scrollY, width: 4, height: 4 }
    })
    return page.screenshot({ clip, fullPage: true })
  }
  const unchecked = await middle(label)
  await option.first().click()
  expect(await option.first().locator('input').isChecked()).toBe(true)
  expect((await middle(label)).equals(unchecked)).toBe(false)
  await close()
})
