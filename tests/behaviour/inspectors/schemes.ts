import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { runAxe, toRemarks } from '../../../cli/audit/axe.ts'
import type { Inspector, Remark } from '../../../cli/audit/inspector.ts'
import { textsOnPictures } from './contrast.ts'

export type Scheme = 'light' | 'dark'

/** Only colours change with the scheme; the other rules see the same page. */
const colours: RunOptions = { runOnly: { type: 'tag', values: ['cat.color'] } }

/** What a narrow window may show otherwise than a wide one. */
const coloursAndSizes: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'] },
}

/** Looks at the page in one scheme after the other. */
const inSchemes =
  (...looks: Inspector[]): Inspector =>
  async (page) => {
    const found: Remark[] = []
    for (const look of looks) found.push(...(await look(page)))
    await show(page, { colorScheme: null, forcedColors: null })
    return found
  }

/** What axe finds in a scheme; where it cannot say what lies behind a text, pixels do, if they are asked. */
const inScheme =
  (colorScheme: Scheme, options: RunOptions, pixels = false): Inspector =>
  async (page) => {
    await show(page, { colorScheme, forcedColors: 'none' })
    const seen = await runAxe(page, options)
    const faint = pixels ? await textsOnPictures(page, seen) : []
    return [...toRemarks(seen), ...faint.map(contrastRemark)].map(({ rule, message }) => ({
      rule,
      message: `${colorScheme}: ${message}`,
    }))
  }

/**
 * axe is not asked here: it takes the colour of text from `-webkit-text-fill-color`, which browsers do not force, so
 * that what it says is of colours that nobody sees.
 */
const inForcedColours: Inspector = async (page) => {
  await show(page, { colorScheme: 'dark', forcedColors: 'active' })
  return (await page.evaluate(faintTexts)).map((text) => contrastRemark(`forced colours: ${text}`))
}

/** Colours that are hard to read by night, and where they are forced. */
export const coloursElsewhere = inSchemes(inScheme('dark', colours), inForcedColours)

/** What is found in one scheme, in pictures too, and where colours are forced. */
export const inOneScheme = (scheme: Scheme, { everything }: { everything: boolean }): Inspector =>
  inSchemes(inScheme(scheme, everything ? {} : coloursAndSizes, true), inForcedColours)

const contrastRemark = (message: string): Remark => ({ rule: 'look/contrast', message })

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
    if (contrast < 4.5) faint.push(`${contrast.toFixed(1)}:1: ${words.slice(0, 60)}`)
  }
  return faint
}
