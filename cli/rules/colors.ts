import type { Site } from '@northshelf/site/entries/site.ts'
import { getContrastRatio, MIN_TEXT_CONTRAST } from '@northshelf/site/theme/contrast.ts'
import { getThemeColor } from '@northshelf/site/theme/theme.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { createProblemAt, type Problem } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Minimum contrast between a button and the page in light mode. */
const VISIBLE = 1.2
/** Contrast between the second color and the shade on light pages at which they look like different colors. */
const DIFFERENT = 1.5

/** Returns the reason why a color is unsuitable for buttons; undefined if it is suitable. */
export function findAccentProblem(accent: string): string | undefined {
  const onIt = getContrastRatio(accent, getHexColor('on-tag'))
  if (onIt < MIN_TEXT_CONTRAST)
    return `dark text on this color has a contrast of ${onIt.toFixed(1)}; the minimum is ${MIN_TEXT_CONTRAST}`
  if (getContrastRatio(accent, getHexColor('paper')) < VISIBLE) return 'buttons in this color are almost invisible'
  return undefined
}

export const colorRules = defineRules({
  'color/contrast': {
    means:
      'The accent color is too dark for the text on it, or too pale to stand out against the page; or the second color is too light for text, so light pages show a darker shade.',
    matters: 'Visitors could not read or find the buttons. Charts and icons do not have the color that you chose.',
    bad: 'accent: "#7a1f1f"',
    good: 'accent: "#ff9d7a"',
    fix: 'Choose a lighter accent color, or a darker one if it is almost white. Choose a darker second color.',
  },
}).inFile(({ collection, slug, source, valid }) => {
  if (collection || slug !== 'site' || !source) return []
  const { accent, theme } = (valid ?? {}) as Partial<Site>
  const { secondary } = theme ?? {}
  const problems: Problem[] = []
  const accentProblem = accent && findAccentProblem(accent)
  if (accentProblem) {
    const help = 'Choose a lighter shade, or a darker one if the color is almost white.'
    const details = { rule: 'color/contrast', message: accentProblem, help, found: accent }
    problems.push(createProblemAt(source, source.range(['accent']), details))
  }
  const shown = secondary && getThemeColor('cobalt', { secondary })
  if (shown && getContrastRatio(secondary, shown) > DIFFERENT) {
    const message = `text in this color would be hard to read, so light pages show ${shown}`
    const help = 'Choose the darker shade, or use the color as accent.'
    const details = { rule: 'color/contrast', severity: 'warning' as const, message, help, found: secondary }
    problems.push(createProblemAt(source, source.range(['theme', 'secondary']), details))
  }
  return problems
})
