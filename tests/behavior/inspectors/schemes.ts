import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { runAxe, toPageFindings } from '../../../cli/audit/axe.ts'
import type { Inspector, PageFinding } from '../../../cli/audit/visit.ts'
import { waitForFrames } from '../browser.ts'
import { textsOnPictures } from './contrast.ts'

export type Scheme = 'light' | 'dark'

/** Limits axe to color rules, because only colors differ between schemes. */
const colors: RunOptions = { runOnly: { type: 'tag', values: ['cat.color'] } }

/** Rules whose results may differ between a narrow and a wide window. */
const colorsAndSizes: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'] },
}

/** Creates an inspector that runs other inspectors in turn and then restores the color scheme. */
const inSchemes =
  (...inspectors: Inspector[]): Inspector =>
  async (page) => {
    const found: PageFinding[] = []
    for (const inspect of inspectors) found.push(...(await inspect(page)))
    await emulate(page, { colorScheme: null, forcedColors: null })
    return found
  }

/** Runs axe in one color scheme. If `pixels` is set, also measures the contrast of text that axe cannot judge. */
const inScheme =
  (colorScheme: Scheme, options: RunOptions, pixels = false): Inspector =>
  async (page) => {
    await emulate(page, { colorScheme, forcedColors: 'none' })
    const results = await runAxe(page, options)
    const faint = pixels ? await textsOnPictures(page, results) : []
    return [...toPageFindings(results), ...faint.map(contrastIssue)].map(({ rule, message }) => ({
      rule,
      message: `${colorScheme}: ${message}`,
    }))
  }

/**
 * Inspects forced colors without axe, which reads text colors from `-webkit-text-fill-color`. Browsers do not force
 * that property, so axe would check colors that are not displayed.
 */
const inForcedColors: Inspector = async (page) => {
  await emulate(page, { colorScheme: 'dark', forcedColors: 'active' })
  return (await page.evaluate(faintTexts)).map((text) => contrastIssue(`forced colors: ${text}`))
}

/** Inspects colors in the dark scheme and with forced colors. */
export const inspectDarkAndForcedColors = inSchemes(inScheme('dark', colors), inForcedColors)

/** Inspects one color scheme, including text on pictures, and forced colors. */
export const inOneScheme = (scheme: Scheme, { everything }: { everything: boolean }): Inspector =>
  inSchemes(inScheme(scheme, everything ? {} : colorsAndSizes, true), inForcedColors)

const contrastIssue = (message: string): PageFinding => ({ rule: 'look/contrast', message })

/** Emulates media features and waits until color transitions end. */
async function emulate(page: Page, media: Parameters<Page['emulateMedia']>[0]): Promise<void> {
  await page.emulateMedia(media)
  await page.evaluate(waitForFrames)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

/** Runs in the page. Lists text whose forced color has too little contrast (WCAG 2.2, 1.4.3). */
function faintTexts(): string[] {
  const parts = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = parts(color).map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const backgroundOf = (element: Element | null): string => {
    for (let current = element; current; current = current.parentElement) {
      const { backgroundColor } = getComputedStyle(current)
      if ((parts(backgroundColor)[3] ?? 1) > 0) return backgroundColor
    }
    return 'rgb(0, 0, 0)'
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const faint: string[] = []
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim()
    if (!text || !element?.checkVisibility({ visibilityProperty: true }) || element.closest('svg, option, script'))
      continue
    const [ink, ground] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))]
    const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
    if (contrast < 4.5) faint.push(`${contrast.toFixed(1)}:1: ${text.slice(0, 60)}`)
  }
  return faint
}
