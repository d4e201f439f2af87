import pc from 'picocolors'
import { toDisplayPath } from '../diagnostics/display-path.ts'
import type { ContentChange } from './content-changes.ts'
import type { Difference, PageChange } from './difference.ts'
import { formatFieldPath, formatHeadline, formatNotes, formatPageChange, formatValueChange } from './format-changes.ts'

/** Maximum number of pages to list; the JSON format lists all pages. */
const MAX_PAGES = 40
const marks = { added: pc.green('+'), removed: pc.red('-'), changed: pc.yellow('~') }
/** Maximum number of causes to list per group of pages. */
const MAX_CAUSES = 12

/** Formats the changed pages in groups, each followed by its causes, then a summary and notes. */
export function formatPretty(difference: Difference, folder: string): string {
  const { changedPages } = difference
  const nameOf = (file: string) => toDisplayPath(file, folder)
  const shown = changedPages.slice(0, MAX_PAGES)
  const widest = Math.max(0, ...shown.map(({ page }) => page.length))
  const groups = new Map<string, PageChange[]>()
  for (const pageChange of shown) {
    const key = pageChange.causes.map((change) => difference.changes.indexOf(change)).join()
    groups.set(key, [...(groups.get(key) ?? []), pageChange])
  }
  const causeLine = (change: ContentChange) =>
    `    ${[pc.cyan(nameOf(change.file)), formatFieldPath(change), pc.dim(formatValueChange(change))].filter(Boolean).join('  ')}`
  const lines = [...groups.values()].flatMap((pages) => {
    const causes = pages[0]?.causes ?? []
    const more = causes.length - MAX_CAUSES
    return [
      ...pages.map(
        (item) => `${marks[item.change]} ${item.page.padEnd(widest)}  ${formatPageChange(item, difference)}`,
      ),
      ...causes.slice(0, MAX_CAUSES).map(causeLine),
      ...(more > 0 ? [pc.dim(`    and ${more} more`)] : []),
    ]
  })
  const rest = changedPages.length - shown.length
  if (rest > 0) lines.push(pc.dim(`  and ${rest.toLocaleString('en-US')} more; --format json lists all`))
  const footer = formatNotes(difference, nameOf).map((note) => `  ${note}`)
  return `${[...lines, pc.bold(formatHeadline(difference)), ...footer].join('\n')}\n`
}
