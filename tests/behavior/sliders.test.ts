import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { hydrated, sharedBrowser } from './browser.ts'
import { tabTo } from './keyboard.ts'

const site = inject('site')
const browser = sharedBrowser({})
const range = 'input[type=range]'

/** Returns the amount beside the slider, after checking that screen readers get the same text. */
async function shown(page: Page) {
  const [amount, valueText] = [
    await page.locator('.rng output').textContent(),
    await page.locator(range).getAttribute('aria-valuetext'),
  ]
  expect(valueText).toBe(amount)
  return amount
}

describe.each([
  ['/create-brand-plan', { start: '$50K', more: '$55K', least: '$0', most: '$1M+', last: '$995K' }],
  ['/create-distribution-plan', { start: '$50K', more: '$60K', least: '$10K', most: '$2M+', last: '$2.0M' }],
])('slider on %s', (path, { start, more, least, most, last }) => {
  it('can be moved with the keyboard, and shows the selected amount', async () => {
    const { page, faults, close } = await browser.open({ viewport: { width: 390, height: 844 } })
    await page.goto(site + path)
    await hydrated(page)
    await tabTo(page, range)
    expect(await shown(page)).toBe(start)
    for (const [key, amount] of [
      ['ArrowRight', more],
      ['ArrowLeft', start],
      ['Home', least],
      ['ArrowLeft', least],
      ['End', most],
      ['ArrowUp', most],
      ['ArrowDown', last],
    ] as const) {
      await page.keyboard.press(key)
      expect(await shown(page), key).toBe(amount)
    }
    expect(faults).toEqual([])
    await close()
  })

  it.each([
    ['a mouse', false],
    ['touch', true],
  ])('can be moved with %s', async (_input, hasTouch) => {
    const { page, close } = await browser.open({ viewport: { width: 390, height: 844 }, hasTouch })
    await page.goto(site + path)
    await hydrated(page)
    await page.locator(range).scrollIntoViewIfNeeded()
    const box = await page.locator(range).boundingBox()
    if (!box) throw new Error('the slider is not shown')
    const [x, y] = [box.x + box.width - 2, box.y + box.height / 2]
    if (hasTouch) await page.touchscreen.tap(x, y)
    else await page.mouse.click(x, y)
    await expect.poll(() => shown(page)).toBe(most)
    await close()
  })

  it('is exposed to screen readers as a labeled slider', async () => {
    const { page, close } = await browser.open()
    await page.goto(site + path)
    await hydrated(page)
    const slider = page.getByRole('slider', { name: 'Monthly revenue' })
    expect(await slider.count()).toBe(1)
    expect(await page.locator('.rng').ariaSnapshot()).toContain(`- status: ${start}`)
    const client = await page.context().newCDPSession(page)
    const { nodes } = await client.send('Accessibility.getFullAXTree')
    const node = nodes.find(({ role }) => role?.value === 'slider')
    const property = (name: string) => node?.properties?.find((candidate) => candidate.name === name)?.value.value
    expect(property('valuemin')).toBe(Number(await slider.getAttribute('min')))
    expect(property('valuemax')).toBe(Number(await slider.getAttribute('max')))
    await close()
  })
})
