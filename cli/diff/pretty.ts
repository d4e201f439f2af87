import pc from 'picocolors'
import type { Difference } from './difference.ts'
import { headline, notes, weights, whatChanged } from './words.ts'

/** More lines are read by nobody; the other formats have all. */
export const SHOWN = 40
export const marks = { added: pc.green('+'), removed: pc.red('-'), changed: pc.yellow('~') }

/** A line for each page that is not the same, then what there is to say of the whole. */
export function pretty(difference: Difference): string {
  const shown = difference.changedPages.slice(0, SHOWN)
  const widest = Math.max(0, ...shown.map(({ page }) => page.length))
  const lines = shown.map((one) => {
    const weight = difference.weighedAlike ? pc.dim(`  ${weights(one.firstLoad)}`) : ''
    return `${marks[one.change]} ${one.page.padEnd(widest)}  ${whatChanged(one)}${weight}`
  })
  const rest = difference.changedPages.length - shown.length
  if (rest > 0) lines.push(pc.dim(`  and ${rest.toLocaleString('en-US')} more; --format json has all`))
  return `${[...lines, pc.bold(headline(difference)), ...notes(difference).map((note) => `  ${note}`)].join('\n')}\n`
}
