import { contrast } from '@northshelf/site/theme/contrast.ts'
import { hexOf } from '@northshelf/site/theme/tokens.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Text of this contrast can be read: WCAG 2, 1.4.3. */
const READABLE = 4.5
/** Less, and a button is not seen on the paper by day. */
const SEEN = 1.2

/** Why a color will not do for buttons; undefined when it will. */
export function faultOfAccent(accent: string): string | undefined {
  const onIt = contrast(accent, hexOf('on-tag'))
  if (onIt < READABLE) return `dark words on it have a contrast of ${onIt.toFixed(1)}; ${READABLE} can be read`
  return contrast(accent, hexOf('paper')) < SEEN ? 'a button of this color is not seen on the page' : undefined
}

export const accentRules = defineRules({
  'color/contrast': {
    means: 'The accent color is too dark for the words on it, or too pale to be seen.',
    matters: 'Buttons could not be read, or found.',
    bad: 'accent: "#7a1f1f"',
    good: 'accent: "#ff9d7a"',
    fix: 'Take a lighter shade of it; what is nearly white, a darker one.',
  },
}).inFile(({ collection, slug, source, valid }) => {
  const { accent } = (!collection && slug === 'site' ? (valid ?? {}) : {}) as { accent?: string }
  const message = accent && faultOfAccent(accent)
  if (!source || !message) return []
  const help = 'Take a lighter shade of it; what is nearly white, a darker one.'
  return [problemAt(source, source.range(['accent']), { rule: 'color/contrast', message, help, found: accent })]
})
