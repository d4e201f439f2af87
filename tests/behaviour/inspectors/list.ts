import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { runAxe, toRemarks } from '../../../cli/audit/axe.ts'
import type { Inspector } from '../../../cli/audit/inspector.ts'
import { coveredFocus } from './focus.ts'
import { moved } from './motion.ts'
import { misfits } from './pictures.ts'
import { coloursElsewhere, inOneScheme, type Scheme } from './schemes.ts'
import { smallTargets } from './targets.ts'
import { cutTexts, looseRanges, otherUnscripted, textsBelow, wider } from './texts.ts'

/** An inspector from what finds the places where a rule is broken. */
const finds =
  (rule: string, find: (page: Page) => Promise<string[]>): Inspector =>
  async (page) =>
    (await find(page)).map((message) => ({ rule, message }))

type Size = [width: number, text: '100%' | '200%', inspectors: readonly Inspector[]]

/** The same in windows of other widths, in CSS pixels, and with text of another size, one after the other. */
const resized =
  (...sizes: Size[]): Inspector =>
  async (page) => {
    const before = page.viewportSize()
    if (!before) throw new Error('the page has no window')
    const remarks = []
    for (const [width, text, inspectors] of sizes) {
      await page.setViewportSize({ ...before, width })
      await page.evaluate((size) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`:root { font-size: ${size} !important }`)
        document.adoptedStyleSheets = [sheet]
      }, text)
      for (const inspect of inspectors)
        for (const { rule, message } of await inspect(page))
          remarks.push({ rule, message: `${message}, ${width} px wide, text ${text}` })
    }
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
    await page.setViewportSize(before)
    return remarks
  }

const sideways = finds('look/sideways', wider)
const cut = finds('look/cut-text', cutTexts)
const pictures = finds('look/picture', misfits)
const everywhere = [finds('look/small-text', (page) => textsBelow(page, 14)), finds('look/loose-range', looseRanges)]

const fits = [sideways, finds('look/loose-range', looseRanges)]

/** What is looked at where something has been opened. */
export const onOpenState: readonly Inspector[] = [
  async (page) => toRemarks(await runAxe(page)),
  coloursElsewhere,
  ...fits,
]

/** axe takes as long for the colours of a part as for all others of its rules in the whole page. */
const withoutColours: RunOptions = { rules: { 'color-contrast': { enabled: false } } }

/**
 * And in a window of another width, where colours are the same.
 * @param part selector of what has opened
 */
export const onOpenStateAgain = (part: string): readonly Inspector[] => [
  async (page) => toRemarks(await runAxe(page, withoutColours, part)),
  ...fits,
]

/** How a page is looked at in one window. */
export interface Turn {
  scheme: Scheme
  /** Whether Tab goes through what surrounds `main` too, which is the same on all pages that are laid out alike. */
  around: boolean
}

const focus = (around: boolean): Inspector =>
  finds('focus/covered', async (page) => {
    const whole = around || (await page.locator('.floating').count()) > 0
    return whole ? coveredFocus(page, undefined, 21) : coveredFocus(page, 'main')
  })

/** What is looked at in the window of a phone, whose visitor asked for less motion. */
export const onPhone = ({ scheme, around }: Turn): readonly Inspector[] => [
  finds('motion/unwanted', moved),
  finds('scripting/other-text', otherUnscripted),
  inOneScheme(scheme, { everything: false }),
  ...everywhere,
  sideways,
  finds('touch/small-target', (page) => smallTargets(page, 44)),
  resized([320, '100%', [sideways, cut, pictures]], [390, '200%', [sideways]]),
  focus(around),
]

/** What is looked at in the window of a desk. */
export const onDesk = ({ scheme, around }: Turn): readonly Inspector[] => [
  inOneScheme(scheme, { everything: true }),
  ...everywhere,
  pictures,
  resized([768, '100%', [sideways, pictures]], [768, '200%', [cut]], [1280, '200%', [cut]]),
  focus(around),
]
