import { contrast } from '@northshelf/site/theme/contrast.ts'
import { hexOf } from '@northshelf/site/theme/tokens.ts'
import { problemAt } from '../diagnostics/problem.ts'
import { defineRules } from './rule.ts'

/** Minimum contrast of text: WCAG 2, 1.4.3. */
const READABLE = 4.5
/** Minimum contrast of a button with the page in light mode. */
const VISIBLE = 1.2

/** Returns why a color is unsuitable for buttons; undefined if it is suitable. */
export function faultOfAccent(accent: string): string | undefined {
  const onIt = contrast(accent, hexOf('on-tag'))
  if (onIt < READABLE) return `dark words on it have a contrast of ${onIt.toFixed(1)}; ${READABLE} can be read`
  return contrast(accent, hexOf('paper')) < VISIBLE ? 'a button of this color is not seen on the page' : undefined
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
