import type { Difference, PageChange } from './difference.ts'
import { formatFieldPath, formatHeadline, formatNotes, formatPageChange, formatValueChange } from './format-changes.ts'

/**
 * Number of rows that are always visible. Expanding "and N more" shows up to `FOLDED_ROWS` further rows. The rest are
 * omitted, because a GitHub comment has at most 65,536 characters.
 */
const OPEN_ROWS = 20
const FOLDED_ROWS = 200
/** Maximum number of changes listed for each page. */
const MAX_CAUSES = 3

/** Formats a comment on a pull request. */
export function formatMarkdown(difference: Difference): string {
  const { changedPages: all } = difference
  const head = ['| page | what changed | where |', '|---|---|---|']
  const table = (some: readonly PageChange[]) => [...head, ...some.map((page) => row(page, difference))]
  const [folded, omitted] = [all.slice(OPEN_ROWS, OPEN_ROWS + FOLDED_ROWS), all.length - OPEN_ROWS - FOLDED_ROWS]
  const more = `and ${(all.length - OPEN_ROWS).toLocaleString('en-US')} more`
  return `${[
    `**${formatHeadline(difference)}**`,
    ...(all.length > 0 ? ['', ...table(all.slice(0, OPEN_ROWS))] : []),
    ...(folded.length > 0 ? ['', `<details><summary>${more}</summary>`, '', ...table(folded)] : []),
    ...(omitted > 0 ? ['', `${omitted.toLocaleString('en-US')} more pages are not listed.`] : []),
    ...(folded.length > 0 ? ['', '</details>'] : []),
    '',
    ...formatNotes(difference, (file) => file).map((note) => `- ${note}`),
  ].join('\n')}\n`
}

function row(pageChange: PageChange, difference: Difference): string {
  const causes = pageChange.causes.slice(0, MAX_CAUSES).map((change) => {
    const location = code([change.file, formatFieldPath(change)].filter(Boolean).join(' '))
    const words = formatValueChange(change)
    return [location, change.field && words ? code(words) : words].filter(Boolean).join(' ')
  })
  const more = pageChange.causes.length - MAX_CAUSES
  if (more > 0) causes.push(`and ${more} more`)
  return `| ${code(pageChange.page)} | ${formatPageChange(pageChange, difference)} | ${causes.join('<br>')} |`
}

/**
 * Formats text as code, so that it is not parsed as Markdown, does not notify anyone and does not end the table cell.
 */
function code(text: string): string {
  return `\`${text.replaceAll(/[`|]/g, '')}\``
}
