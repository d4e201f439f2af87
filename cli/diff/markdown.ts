import type { Difference, PageChange } from './difference.ts'
import { headline, notes, weights, whatChanged } from './words.ts'

/** Rows that stand open, and those behind "and N more": a comment of GitHub has 65,536 characters. */
const OPEN = 20
const FOLDED = 200

/** A short comment for a pull request. */
export function markdown(difference: Difference): string {
  const { changedPages: changes, weighedAlike } = difference
  const row = (one: PageChange) => {
    const weight = weighedAlike ? weights(one.firstLoad) : ''
    return `| \`${one.page.replaceAll(/[`|]/g, '')}\` | ${whatChanged(one)} | ${weight} |`
  }
  const table = (some: readonly PageChange[]) => [
    '| page | what changed | first load |',
    '|---|---|--:|',
    ...some.map(row),
  ]
  const [folded, untold] = [changes.slice(OPEN, OPEN + FOLDED), changes.length - OPEN - FOLDED]
  const more = `and ${(changes.length - OPEN).toLocaleString('en-US')} more`
  return `${[
    `**${headline(difference)}**`,
    ...(changes.length > 0 ? ['', ...table(changes.slice(0, OPEN))] : []),
    ...(folded.length > 0 ? ['', `<details><summary>${more}</summary>`, '', ...table(folded)] : []),
    ...(untold > 0 ? ['', `The other ${untold.toLocaleString('en-US')} are not listed here.`] : []),
    ...(folded.length > 0 ? ['', '</details>'] : []),
    '',
    ...notes(difference).map((note) => `- ${note}`),
  ].join('\n')}\n`
}
