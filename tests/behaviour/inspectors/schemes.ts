import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { runAxe, type Seen, toRemarks } from '../../../cli/audit/axe.ts'
import type { Inspector, Remark } from '../../../cli/audit/inspector.ts'
import { textsOnPictures } from './contrast.ts'

/** Only colours change with the scheme; the other rules, some of which read the style sheets, see the same page. */
const inTheDark: RunOptions = { runOnly: { type: 'tag', values: ['cat.color'] }, preload: false }
/**
 * axe takes the colour of text from `-webkit-text-fill-color`, which browsers do not force: what it says of contrast
 * here is of colours that nobody sees. `faintTexts` looks at those that are seen.
 */
const inForcedColours: RunOptions = { ...inTheDark, rules: { 'color-contrast': { enabled: false } } }

type Scheme = Parameters<Page['emulateMedia']>[0]
const schemes: [name: string, media: Scheme, options: RunOptions][] = [
  ['light', { colorScheme: 'light', forcedColors: 'none' }, {}],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }, inTheDark],
  ['forced colours', { colorScheme: 'dark', forcedColors: 'active' }, inForcedColours],
]

/** What axe finds in each scheme, and texts that are hard to read where axe cannot say. */
export const inEveryScheme: Inspector = (page) => look(page, textsOnPictures)

/** The same without the picture that it takes to say what is behind a text. */
export const axeInEveryScheme: Inspector = (page) => look(page, async () => [])

async function look(page: Page, contrast: (page: Page, seen: Seen) => Promise<string[]>): Promise<Remark[]> {
  const found: Remark[] = []
  for (const [name, media, options] of schemes) {
    await show(page, media)
    const seen = await runAxe(page, options)
    const faint = media?.forcedColors === 'active' ? await page.evaluate(faintTexts) : await contrast(page, seen)
    const remarks = [...toRemarks(seen), ...faint.map((message) => ({ rule: 'look/contrast', message }))]
    found.push(...remarks.map(({ rule, message }) => ({ rule, message: `${name}: ${message}` })))
  }
  await show(page, { colorScheme: null, forcedColors: null })
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
    if (contrast < 4.5) faint.push(`${contrast.toFixed(1)}:1: ${words.slice(0, 60)}`)
  }
  return faint
}
