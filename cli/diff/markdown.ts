import type { Difference, PageChange } from './difference.ts'
import { type Headed, headline, notes, weights, whatChanged } from './words.ts'

/** Rows that stand open, and those behind "and N more": a comment of GitHub has 65,536 characters. */
const OPEN = 20
const FOLDED = 200

/** A short comment for a pull request. */
export function markdown(difference: Difference): string {
  const row = (one: PageChange) => {
    const weight = difference.weighedAlike ? weights(one.firstLoad) : ''
    return `| ${cell(one.page)} | ${whatChanged(one)} | ${weight} |`
  }
  return commentOf(difference, ['| page | what changed | first load |', '|---|---|--:|'], row, notes(difference))
}

/** A name that ends no cell of a table. */
export function cell(name: string): string {
  return `\`${name.replaceAll(/[`|]/g, '')}\``
}

/** A table of the pages, folded where it is long, and what there is to say of the whole. */
export function commentOf<Page extends Pick<PageChange, 'change'>>(
  difference: Pick<Headed, 'pages'> & { changedPages: readonly Page[] },
  head: readonly string[],
  row: (page: Page) => string,
  notes: readonly string[],
): string {
  const { changedPages: changes } = difference
  const table = (some: readonly Page[]) => [...head, ...some.map(row)]
  const [folded, untold] = [changes.slice(OPEN, OPEN + FOLDED), changes.length - OPEN - FOLDED]
  const more = `and ${(changes.length - OPEN).toLocaleString('en-US')} more`
  return `${[
    `**${headline(difference)}**`,
    ...(changes.length > 0 ? ['', ...table(changes.slice(0, OPEN))] : []),
    ...(folded.length > 0 ? ['', `<details><summary>${more}</summary>`, '', ...table(folded)] : []),
    ...(untold > 0 ? ['', `The other ${untold.toLocaleString('en-US')} are not listed here.`] : []),
    ...(folded.length > 0 ? ['', '</details>'] : []),
    '',
    ...notes.map((note) => `- ${note}`),
  ].join('\n')}\n`
}
