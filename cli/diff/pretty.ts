import pc from 'picocolors'
import { fromHere } from '../diagnostics/from-here.ts'
import type { Change } from './content-changes.ts'
import type { Difference, PageChange } from './difference.ts'
import { fieldWords, headline, notes, pageWords, valueWords } from './words.ts'

/** Pages listed at most; the other formats list all. */
const SHOWN = 40
const marks = { added: pc.green('+'), removed: pc.red('-'), changed: pc.yellow('~') }
/** Changes that are told of a page. */
const CAUSES = 12

/** Pages that are not the same, those with the same causes together above them, then what there is to say of the whole. */
export function pretty(difference: Difference, folder: string): string {
  const { changedPages } = difference
  const nameOf = (file: string) => fromHere(file, folder)
  const shown = changedPages.slice(0, SHOWN)
  const widest = Math.max(0, ...shown.map(({ page }) => page.length))
  const groups = new Map<string, PageChange[]>()
  for (const one of shown) {
    const key = one.causes.map((change) => difference.changes.indexOf(change)).join()
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const causeLine = (change: Change) =>
    `    ${[pc.cyan(nameOf(change.file)), fieldWords(change), pc.dim(valueWords(change))].filter(Boolean).join('  ')}`
  const lines = [...groups.values()].flatMap((pages) => {
    const causes = pages[0]?.causes ?? []
    const more = causes.length - CAUSES
    return [
      ...pages.map((one) => `${marks[one.change]} ${one.page.padEnd(widest)}  ${pageWords(one, difference)}`),
      ...causes.slice(0, CAUSES).map(causeLine),
      ...(more > 0 ? [pc.dim(`    and ${more} more`)] : []),
    ]
  })
  const rest = changedPages.length - shown.length
  if (rest > 0) lines.push(pc.dim(`  and ${rest.toLocaleString('en-US')} more; --format json has all`))
  const footer = notes(difference, nameOf).map((note) => `  ${note}`)
  return `${[...lines, pc.bold(headline(difference)), ...footer].join('\n')}\n`
}
