import { getContrastRatio } from '@northshelf/site/theme/contrast.ts'
import { getHexColor } from '@northshelf/site/theme/tokens.ts'
import { createProblemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Minimum contrast for text (WCAG 2, 1.4.3). */
const READABLE = 4.5
/** Minimum contrast between a button and the page in light mode. */
const VISIBLE = 1.2

/** Returns the reason why a color is unsuitable for buttons; undefined if it is suitable. */
export function findAccentProblem(accent: string): string | undefined {
  const onIt = getContrastRatio(accent, getHexColor('on-tag'))
  if (onIt < READABLE) return `dark text on this color has a contrast of ${onIt.toFixed(1)}; the minimum is ${READABLE}`
  if (getContrastRatio(accent, getHexColor('paper')) < VISIBLE) return 'buttons in this color are almost invisible'
  return undefined
}

export const accentRules = defineRules({
  'color/contrast': {
    means: 'The accent color is too dark for the text on it, or too pale to stand out against the page.',
    matters: 'Visitors could not read or find the buttons.',
    bad: 'accent: "#7a1f1f"',
    good: 'accent: "#ff9d7a"',
    fix: 'Choose a lighter shade, or a darker one if the color is almost white.',
  },
}).inFile(({ collection, slug, source, valid }) => {
  const { accent } = (!collection && slug === 'site' ? (valid ?? {}) : {}) as { accent?: string }
  const message = accent && findAccentProblem(accent)
  if (!source || !message) return []
  const help = 'Choose a lighter shade, or a darker one if the color is almost white.'
  return [createProblemAt(source, source.range(['accent']), { rule: 'color/contrast', message, help, found: accent })]
})
