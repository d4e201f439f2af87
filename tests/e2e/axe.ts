import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** The whole of axe, as a script. */
export const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Only colours change with the scheme; the other rules see the same page. */
const inTheDark: RunOptions = { runOnly: { type: 'tag', values: ['cat.color'] } }
/**
 * axe takes the colour of text from `-webkit-text-fill-color`, which browsers do not force: what it says of contrast
 * here is of colours that nobody sees. `faintTexts` looks at those that are seen.
 */
const inForcedColours: RunOptions = { ...inTheDark, rules: { 'color-contrast': { enabled: false } } }

/** What axe finds wrong with the page as it stands, in each scheme. The page should have been opened with less motion. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const run = async (scheme: string, options: RunOptions) => {
    const results = await page.evaluate(
      (chosen) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(chosen),
      options,
    )
    return results.violations.map(({ id, nodes }) => `${scheme}: ${id}: ${nodes[0]?.html}`)
  }
  await show(page, { colorScheme: 'light', forcedColors: 'none' })
  const found = await run('light', {})
  await show(page, { colorScheme: 'dark', forcedColors: 'none' })
  found.push(...(await run('dark', inTheDark)))
  await show(page, { colorScheme: 'dark', forcedColors: 'active' })
  found.push(...(await run('forced colours', inForcedColours)), ...(await page.evaluate(faintTexts)))
  return found
}

/** Until the colours have glided to their new values. */
async function show(page: Page, media: Parameters<Page['emulateMedia']>[0]): Promise<void> {
  await page.emulateMedia(media)
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
  })
}

/** In the page: texts whose forced colour is hardly that of what lies behind them (WCAG 2.2, 1.4.3). */
function faintTexts(): string[] {
  const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = parts(colour).map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if ((parts(backgroundColor)[3] ?? 1) > 0) return backgroundColor
    }
    return 'rgb(0, 0, 0)'
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const faint: string[] = []
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const words = texts.currentNode.textContent?.trim()
    if (!words || !element?.checkVisibility({ visibilityProperty: true }) || element.closest('svg, option, script'))
      continue
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(behind(element))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < 4.5) faint.push(`forced colours: ${contrast.toFixed(1)}:1: ${words.slice(0, 60)}`)
  }
  return faint
}
