import type { Page } from 'playwright-core'
import { runAxe, toPageFindings } from '../../../cli/audit/axe.ts'
import type { Inspector } from '../../../cli/audit/visit.ts'
import { coveredFocus } from './focus.ts'
import { moved } from './motion.ts'
import { findPictureDefects } from './pictures.ts'
import { inOneScheme, inspectDarkAndForcedColors, type Scheme } from './schemes.ts'
import { smallTargets } from './targets.ts'
import { cutTexts, findOverflow, looseRanges, otherUnscripted, textsBelow } from './texts.ts'

/** Creates an inspector from a function that lists violations of a rule. */
const inspectorOf =
  (rule: string, find: (page: Page) => Promise<string[]>): Inspector =>
  async (page) =>
    (await find(page)).map((message) => ({ rule, message }))

type Size = [width: number, text: '100%' | '200%', inspectors: readonly Inspector[]]

/** Creates an inspector that runs other inspectors at the given window widths (in CSS pixels) and text sizes. */
const resized =
  (...sizes: Size[]): Inspector =>
  async (page) => {
    const before = page.viewportSize()
    if (!before) throw new Error('the page has no viewport')
    const problems = []
    for (const [width, text, inspectors] of sizes) {
      await page.setViewportSize({ ...before, width })
      await page.evaluate((size) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`:root { font-size: ${size} !important }`)
        document.adoptedStyleSheets = [sheet]
      }, text)
      for (const inspect of inspectors)
        for (const { rule, message } of await inspect(page))
          problems.push({ rule, message: `${message}, ${width} px wide, text ${text}` })
    }
    await page.evaluate(() => {
      document.adoptedStyleSheets = []
    })
    await page.setViewportSize(before)
    return problems
  }

const sideways = inspectorOf('look/sideways', findOverflow)
const cut = inspectorOf('look/cut-text', cutTexts)
const pictures = inspectorOf('look/picture', findPictureDefects)
const ranges = inspectorOf('look/loose-range', looseRanges)
const everywhere = [inspectorOf('look/small-text', (page) => textsBelow(page, 14)), ranges]

const fits = [sideways, ranges]

/** Inspections for a page state, for example an open dialog. */
export const onOpenState: readonly Inspector[] = [
  async (page) => toPageFindings(await runAxe(page)),
  inspectDarkAndForcedColors,
  ...fits,
]

/** Inspections for a page state at additional window widths. */
export const onResizedOpenState: readonly Inspector[] = fits

/** Options for inspecting a page in one window. */
export interface View {
  scheme: Scheme
  /** Whether to also tab through the parts outside `main`, which all pages with the same layout share. */
  around: boolean
}

const focus = (around: boolean): Inspector =>
  inspectorOf('focus/covered', async (page) => {
    const isWhole = around || (await page.locator('.floating').count()) > 0
    return isWhole ? coveredFocus(page, undefined, 21) : coveredFocus(page, 'main')
  })

/** Inspections for a page on a phone with reduced motion. */
export const onPhone = ({ scheme, around }: View): readonly Inspector[] => [
  inspectorOf('motion/unwanted', moved),
  inspectorOf('scripting/other-text', otherUnscripted),
  inOneScheme(scheme, { everything: false }),
  ...everywhere,
  sideways,
  inspectorOf('touch/small-target', (page) => smallTargets(page, 44)),
  resized([320, '100%', [sideways, cut, pictures]], [390, '200%', [sideways]]),
  focus(around),
]

/** Inspections for a page on a desktop. */
export const onDesktop = ({ scheme, around }: View): readonly Inspector[] => [
  inOneScheme(scheme, { everything: true }),
  ...everywhere,
  pictures,
  resized([768, '100%', [sideways, pictures]], [768, '200%', [cut]], [1280, '200%', [cut]]),
  focus(around),
]
