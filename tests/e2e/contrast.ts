import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { axe } from './axe.ts'

type Colour = readonly [red: number, green: number, blue: number]

/**
 * Texts whose contrast is below WCAG AA, with what they have. Where axe cannot say, because a picture, a gradient or
 * something drawn lies behind the text, and for text in drawings, the pixels behind it decide.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe })
  const { faint, unsure } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } }
    const { violations, incomplete } = await axe.run(document, { runOnly: ['color-contrast'] })
    for (const { nodes } of incomplete)
      for (const { target } of nodes) document.querySelector(String(target[0]))?.setAttribute('data-unsure', '')
    for (const text of document.querySelectorAll('svg text')) text.setAttribute('data-unsure', '')
    return {
      faint: violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html}: ${any[0]?.message}`)),
      unsure: document.querySelectorAll('[data-unsure]').length,
    }
  })
  const texts = page.locator('[data-unsure]')
  for (let place = 0; place < unsure; place += 1) {
    const problem = await measure(page, texts.nth(place))
    if (problem) faint.push(problem)
  }
  return faint
}

/** Hides the letters, looks at what is behind them, and compares. Undefined when all is well or nothing can be seen. */
async function measure(page: Page, text: Locator): Promise<string | undefined> {
  const found = await text.evaluate((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert], .vh')) return undefined
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const style = getComputedStyle(element)
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) return undefined
    canvas.fillStyle = element instanceof SVGElement ? style.fill : style.color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    const range = document.createRange()
    range.selectNodeContents(element)
    const { x, y, width, height } =
      element instanceof HTMLSelectElement ? element.getBoundingClientRect() : range.getBoundingClientRect()
    const size = Number.parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    element.setAttribute('data-hidden-text', '')
    return {
      words: element.textContent?.trim().slice(0, 40),
      colour: [red, green, blue] as const,
      clip: { x, y, width, height },
      wanted: large ? 3 : 4.5,
    }
  })
  if (!found || found.clip.width < 1 || found.clip.height < 1) return undefined
  const style = await page.addStyleTag({
    content: '[data-hidden-text]{color:transparent!important;fill:transparent!important;stroke:none!important}',
  })
  const picture = await page.screenshot({ clip: found.clip, animations: 'disabled' })
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  await text.evaluate((element) => element.removeAttribute('data-hidden-text'))
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const ratios: number[] = []
  for (let at = 0; at < data.length; at += info.channels)
    ratios.push(contrast(found.colour, [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]))
  ratios.sort((a, b) => a - b)
  // A hairline that crosses the letters takes nothing from them; a surface does.
  const ratio = ratios[Math.floor(ratios.length * 0.1)] ?? 21
  return ratio < found.wanted ? `"${found.words}" has ${ratio.toFixed(2)} of ${found.wanted}` : undefined
}

/** WCAG 2: from 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
