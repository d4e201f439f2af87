import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp, { type OverlayOptions } from 'sharp'
import { hydrated } from '../../tests/behavior/browser.ts'
import { colorSchemes, type ScreenshotContext } from './shot.ts'

/** One example of each type of control. `open` selects an element to click first. */
const controls: { path: string; find: string; width?: number; open?: string }[] = [
  { path: '/', find: '.top-start' },
  { path: '/', find: '.top-nav > ul > li:nth-child(2) > a' },
  { path: '/', find: '.top-sub > button' },
  { path: '/', find: '.top-sub > ul a', open: '.top-sub > button' },
  { path: '/', find: '.top-menu > summary', width: 390 },
  { path: '/', find: '.top-menu li:nth-child(2) a', width: 390, open: '.top-menu > summary' },
  { path: '/', find: 'main .btn-tag' },
  { path: '/', find: 'main .arrow:not(.btn)' },
  { path: '/', find: '.slides-nav a, .slides-nav button' },
  { path: '/', find: '.acc summary' },
  { path: '/', find: '.foot li a' },
  { path: '/', find: '.night .btn' },
  { path: '/', find: '.help summary' },
  { path: '/', find: '.modal [data-close]', open: 'main a[data-opens=contact]' },
  { path: '/', find: '.modal .control', open: 'main a[data-opens=contact]' },
  { path: '/', find: '.sl a' },
  { path: '/services', find: '.st > li' },
  { path: '/services', find: '.floating' },
  { path: '/create-brand-plan', find: '.opts label' },
  { path: '/get-started', find: 'select.control' },
  { path: '/create-brand-plan', find: 'textarea.control' },
  { path: '/create-brand-plan', find: 'input[type=range]' },
  { path: '/create-brand-plan', find: '.dots > :last-child' },
  { path: '/careers', find: '.jb .btn' },
  { path: '/careers', find: '.modal input[type=file]', open: 'main a[data-opens=resume]' },
  { path: '/blog', find: '.ac h2' },
  { path: '/insights/fix-amazon-ad-budget', find: '.toc-wide a' },
  { path: '/insights/fix-amazon-ad-budget', find: '.prose a' },
  { path: '/insights/fix-amazon-ad-budget', find: '.arrow-back' },
]

/** Leave a control at rest, hover over it, focus it and press it. Pressing is last, because it may navigate. */
const states: ((page: Page, control: Locator) => Promise<void>)[] = [
  async (page) => page.mouse.move(0, 0),
  async (_page, control) => control.hover({ force: true }),
  async (page, control) => {
    await page.mouse.move(0, 0)
    // Browsers show the focus outline only after a key press.
    await page.keyboard.press('Shift')
    await control.evaluate((element) => {
      const closest = element.closest<HTMLElement>('a, button, summary, input, select, textarea')
      const focusable = closest ?? element.querySelector<HTMLElement>('a, input')
      focusable?.focus()
    })
  },
  async (page, control) => {
    await control.evaluate(() => (document.activeElement as HTMLElement).blur())
    await control.hover({ force: true })
    await page.mouse.down()
  },
]

const CELL = { width: 380, height: 130 }
const NAME = 300

/** Writes an image per color scheme, with a row per control and a column per state. @returns error messages */
export async function writeControlSheets({ browser, site }: ScreenshotContext, folder: string): Promise<string[]> {
  const failures: string[] = []
  await mkdir(path.join(folder, 'sheets'), { recursive: true })
  for (const scheme of colorSchemes) {
    const parts: OverlayOptions[] = []
    for (const [row, { path: route, find, width = 1440, open }] of controls.entries()) {
      const top = row * CELL.height
      parts.push({ input: name(`${route}  ${find}`), left: 0, top })
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
      try {
        const page = await context.newPage()
        page.setDefaultTimeout(5000)
        await page.goto(site + route)
        await hydrated(page)
        if (open) await page.locator(open).first().click()
        const control = page.locator(find).first()
        await control.scrollIntoViewIfNeeded()
        for (const [column, act] of states.entries()) {
          await act(page, control)
          parts.push({ input: await cut(page, control), left: NAME + column * CELL.width, top })
        }
      } catch (error) {
        failures.push(`${route} ${find} (${scheme}): ${error instanceof Error ? error.message : error}`)
      } finally {
        await context.close()
      }
    }
    const width = NAME + states.length * CELL.width
    const height = controls.length * CELL.height
    await sharp({ create: { width, height, channels: 3, background: '#c9d1d4' } })
      .composite(parts)
      .png()
      .toFile(path.join(folder, 'sheets', `controls-${scheme}.png`))
  }
  return failures
}

/** Captures a control with a margin, clipped to the cell. */
async function cut(page: Page, control: Locator): Promise<Buffer> {
  const box = await control.boundingBox()
  const view = page.viewportSize()
  if (!box || !view) throw new Error('not visible')
  const width = CELL.width - 8
  const height = CELL.height - 8
  const x = Math.max(0, Math.min(box.x - 20, view.width - width))
  const y = Math.max(0, Math.min(box.y + Math.min(box.height, height - 40) / 2 - height / 2, view.height - height))
  return page.screenshot({ clip: { x, y, width, height }, animations: 'disabled' })
}

const name = (text: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${NAME}" height="${CELL.height}"><text x="8" y="20" font-family="monospace" font-size="11" fill="#111">${text.replace(/[<>&]/g, (mark) => `&#${mark.charCodeAt(0)};`)}</text></svg>`,
  )
