import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { AxeReport } from '../../../cli/audit/axe.ts'

type Color = readonly [red: number, green: number, blue: number]

/** Position and size in CSS pixels. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Text {
  content: string
  color: Color
  /** Position on the page, which is later converted to a position in the screenshot. */
  box: Box
  /** The minimum contrast that WCAG AA requires. */
  required: number
}

/** Controls that float over the page. Their text is measured in a screenshot of the window. */
const FLOATING = '.help, .floating'

/**
 * Lists text whose contrast is below WCAG AA but which axe cannot judge, because the text is in a drawing or on a
 * picture or gradient. Measures pixels in screenshots taken with the letters hidden: one of the page, and one of the
 * window for floating controls.
 * @param incomplete axe checks without a definite result
 */
export async function textsOnPictures(page: Page, { incomplete }: AxeReport): Promise<string[]> {
  const undecided = incomplete
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.map(({ target }) => String(target[0])))
  const faint: string[] = []
  for (const floating of [false, true]) {
    const texts = await page.evaluate(hideLetters, [undecided, FLOATING, floating] as const)
    if (texts.length > 0) {
      const area = boundsOf(texts)
      const { data, info } = await sharp(await takeScreenshot(page, area, floating))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const moved = texts.map(({ box, ...text }) => ({
        ...text,
        box: { ...box, x: box.x - area.x, y: box.y - area.y },
      }))
      faint.push(...moved.flatMap((text) => measure(text, data, info.width, info.height) ?? []))
    }
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
      for (const text of document.querySelectorAll('[data-unsure]')) text.removeAttribute('data-unsure')
    })
  }
  return faint
}

/** Returns the smallest box that contains all text, in whole pixels. */
function boundsOf(texts: readonly Text[]): Box {
  const boxes = texts.map(({ box }) => box)
  const x = Math.floor(Math.min(...boxes.map((box) => box.x)))
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
  const width = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) - x
  const height = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) - y
  return { x, y, width, height }
}

/** Takes an uncompressed screenshot through CDP, because compression would take longer than drawing the page. */
async function takeScreenshot(page: Page, box: Box, inWindow: boolean): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...box, scale: 1 },
    captureBeyondViewport: !inWindow,
    optimizeForSpeed: true,
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}

/** Runs in the page. Hides the letters with a stylesheet. @returns the hidden text with its positions */
function hideLetters([undecided, floats, floating]: readonly [string[], string, boolean]): Text[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const elements = new Set<Element>(document.querySelectorAll('svg text'))
  for (const selector of undecided) for (const element of document.querySelectorAll(selector)) elements.add(element)
  const texts = [...elements].flatMap((element): Text[] => {
    if (!canvas || (element.closest(floats) !== null) !== floating) return []
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert], .visually-hidden'))
      return []
    const style = getComputedStyle(element)
    canvas.fillStyle = element instanceof SVGElement ? style.fill : style.color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right, top, bottom } = (
      element instanceof HTMLSelectElement ? element : range
    ).getBoundingClientRect()
    const { scrollWidth, scrollHeight } = document.documentElement
    const above = floating ? 0 : scrollY
    // Clips the box to the screenshot.
    const [x, y] = [Math.max(0, left), Math.max(0, top + above)]
    const width = Math.min(scrollWidth, right) - x
    const height = Math.min(floating ? innerHeight : scrollHeight, bottom + above) - y
    if (width < 1 || height < 1) return []
    element.setAttribute('data-unsure', '')
    const size = Number.parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    return [
      {
        content: element.textContent?.trim().slice(0, 40) ?? '',
        color: [red, green, blue],
        box: { x, y, width, height },
        required: large ? 3 : 4.5,
      },
    ]
  })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `[data-unsure]{color:transparent!important;fill:transparent!important;stroke:none!important}
     ${floating ? '' : `:is(${floats}){visibility:hidden!important}`}`,
  )
  document.adoptedStyleSheets = [sheet]
  return texts
}

/** Returns a message if the contrast is too low. */
function measure({ content, color, box, required }: Text, pixels: Buffer, width: number, height: number) {
  const counts = new Map<number, number>()
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))]
  for (let y = top; y < Math.min(height, box.y + box.height); y += 1)
    for (let x = left; x < Math.min(width, box.x + box.width); x += 1) {
      const pixel = pixels.readUIntBE((y * width + x) * 3, 3)
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
    }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  // Ignores the 10% of pixels with the lowest contrast, because hairlines may cross the letters.
  let ignored = total * 0.1
  const ratio =
    [...counts]
      .map(([pixel, count]) => ({ ratio: contrast(color, [pixel >> 16, (pixel >> 8) & 255, pixel & 255]), count }))
      .sort((a, b) => a.ratio - b.ratio)
      .find(({ count }) => {
        ignored -= count
        return ignored < 0
      })?.ratio ?? 21
  return ratio < required ? `"${content}" has contrast ${ratio.toFixed(2)}, needs ${required}` : undefined
}

/** Returns the WCAG 2 contrast ratio, from 1 to 21. */
function contrast(first: Color, second: Color): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
