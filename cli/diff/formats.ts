import pc from 'picocolors'
import { STATUS_PAGE_CODES } from '../content/served-addresses.ts'
import { toDisplayPath } from '../diagnostics/display-path.ts'
import { pluralize } from '../diagnostics/formats/pretty.ts'
import type { ContentChange } from './content-changes.ts'
import {
  type Difference,
  type FormChange,
  type PageChange,
  type PageDifferences,
  pagePartLabels,
} from './difference.ts'

export const diffFormats = { pretty: formatPretty, json: formatJson, markdown: formatMarkdown } as const
export type DiffFormat = keyof typeof diffFormats

/** Maximum number of pages in the pretty format; the JSON format lists all pages. */
const MAX_PAGES = 40
/** Maximum number of causes to list per group of pages. */
const MAX_CAUSES = 12
const marks = { added: pc.green('+'), removed: pc.red('-'), changed: pc.yellow('~') }

/**
 * Formats the changed pages in groups, each followed by its causes, then a summary and notes.
 * @param folder absolute path of the content folder
 */
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

/** Formats a difference as JSON. The version increases when a field's meaning changes, not when one is added. */
export function formatJson({ changedPages, changes, ...rest }: Difference): string {
  const formatLocation = (change: ContentChange) => ({
    file: change.file,
    ...(change.field && { field: formatFieldPath(change) }),
  })
  const output = {
    version: 1,
    ...rest,
    changedPages: changedPages.map((page) => ({ ...page, causes: page.causes.map(formatLocation) })),
    changes: changes.map((change) => ({ ...change, ...formatLocation(change) })),
  }
  return `${JSON.stringify(output, null, 2)}\n`
}

/**
 * Number of Markdown table rows that are always visible. Expanding "and N more" shows up to `FOLDED_ROWS` further
 * rows. The rest are omitted, because a GitHub comment has at most 65,536 characters.
 */
const OPEN_ROWS = 20
const FOLDED_ROWS = 200
/** Maximum number of causes to list per row. */
const MAX_ROW_CAUSES = 3

/** Formats a comment on a pull request. */
export function formatMarkdown(difference: Difference): string {
  const { changedPages: all } = difference
  const head = ['| page | what changed | where |', '|---|---|---|']
  const table = (some: readonly PageChange[]) => [...head, ...some.map((page) => row(page, difference))]
  const folded = all.slice(OPEN_ROWS, OPEN_ROWS + FOLDED_ROWS)
  const omitted = all.length - OPEN_ROWS - FOLDED_ROWS
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
  const causes = pageChange.causes.slice(0, MAX_ROW_CAUSES).map((change) => {
    const location = code([change.file, formatFieldPath(change)].filter(Boolean).join(' '))
    const words = formatValueChange(change)
    return [location, change.field && words ? code(words) : words].filter(Boolean).join(' ')
  })
  const more = pageChange.causes.length - MAX_ROW_CAUSES
  if (more > 0) causes.push(`and ${more} more`)
  return `| ${code(pageChange.page)} | ${formatPageChange(pageChange, difference)} | ${causes.join('<br>')} |`
}

/** Formats text as code, so that it cannot contain Markdown, notify anyone or end the table cell. */
function code(text: string): string {
  return `\`${text.replaceAll(/[`|]/g, '')}\``
}

/** Maximum number of characters to show of a value. */
const MAX_LENGTH = 40
/** Maximum number of unchanged characters to show before the difference. */
const MAX_COMMON = 12
/** Maximum number of names to list in a note. */
const MAX_NAMES = 8

/** Formats a change, such as `content/pages/home.yaml hero.title: 12 hours → 24 hours`. */
export function formatContentChange(change: ContentChange): string {
  const location = [change.file, formatFieldPath(change)].filter(Boolean).join(' ')
  return [location, formatValueChange(change)].filter(Boolean).join(': ')
}

/** Returns a field name such as `hero.title`; empty if a whole file was added, removed or replaced. */
function formatFieldPath({ field = [] }: ContentChange): string {
  return field.join('.')
}

/** Returns a change such as `12 hours → 24 hours`, shortened to the difference, or `added` for a file. */
function formatValueChange({ change, field, before, after }: ContentChange): string {
  if (!field) return change
  if (before === undefined && after === undefined) return ''
  const [old, now] = [before, after].map(asText) as [string, string]
  const end = [...old].findIndex((letter, index) => letter !== now[index])
  const start = Math.max(0, (end < 0 ? old.length : end) - MAX_COMMON)
  return `${shortened(old, start)} → ${shortened(now, start)}`
}

function asText(value: unknown): string {
  if (value === undefined) return 'nothing'
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim()
}

function shortened(text: string, start: number): string {
  const from = text.length > MAX_LENGTH ? start : 0
  return `${from > 0 ? '…' : ''}${text.slice(from, from + MAX_LENGTH)}${text.length > from + MAX_LENGTH ? '…' : ''}`
}

/** Matches the paths of error pages, also in other languages. */
const ERROR_PAGE = new RegExp(`^(?:/[a-z]{2,3}(?:-[a-z]{2,4})?)?/(?:${STATUS_PAGE_CODES.join('|')})$`)

/** Returns a summary such as `3 pages and 5 error pages changed, 1 page added · 44 pages in total, 43 before`. */
export function formatHeadline({ changedPages, pages }: PageDifferences): string {
  const counts = (['changed', 'added', 'removed'] as const).flatMap((change) => {
    const paths = changedPages.filter((page) => page.change === change).map(({ page }) => page)
    // The total does not include error pages.
    const errors = paths.filter((path) => ERROR_PAGE.test(path)).length
    const amounts = [
      ...(paths.length > errors ? [pluralize(paths.length - errors, 'page')] : []),
      ...(errors > 0 ? [pluralize(errors, 'error page')] : []),
    ]
    return amounts.length > 0 ? [`${amounts.join(' and ')} ${change}`] : []
  })
  const before = pages.before === pages.after ? '' : `, ${pages.before.toLocaleString('en-US')} before`
  return `${counts.join(', ') || 'No pages changed'} · ${pluralize(pages.after, 'page')} in total${before}`
}

/** Returns the changed parts of a page, such as `title, text`, or the redirect target of a removed page. */
export function formatPageChange(
  { page, change, parts }: PageChange,
  { against, changedAddresses }: Partial<Pick<Difference, 'against'>> & PageDifferences,
): string {
  if (change === 'changed') return parts.map((part) => pagePartLabels[part]).join(', ')
  if (change === 'added' || (against && 'folder' in against)) return change
  const to = changedAddresses.find(({ address }) => address === page)?.after
  return to === undefined ? 'removed, without a redirect' : `removed, redirects to ${to}`
}

/** Returns notes on redirects, forms, and changes that no page shows. @param nameOf formats a content file's path */
export function formatNotes(difference: PageDifferences, nameOf: (file: string) => string): string[] {
  const { changedPages, changedAddresses, changedForms, changes, traced } = difference
  const shown = new Set(changedPages.flatMap(({ causes }) => causes))
  const removed = new Set(changedPages.flatMap(({ page, change }) => (change === 'removed' ? [page] : [])))
  // Omit changes to redirects.yaml, because changed redirects have a separate note.
  const unseen = changes.filter((change) => !shown.has(change) && !change.file.endsWith('/redirects.yaml'))
  const unseenNames = unseen.map((change) => [nameOf(change.file), formatFieldPath(change)].filter(Boolean).join(' '))
  const addresses = changedAddresses
    .filter(({ address }) => !removed.has(address))
    .map(({ address, before = 'none', after = 'none' }) => `${address} to ${after} (before: ${before})`)
  return [
    ...(traced ? [] : ['Too many changes to trace: each page lists only changes to its own file.']),
    ...(traced && unseen.length > 0 ? [`Changes that do not appear on any page: ${listed(unseenNames)}.`] : []),
    ...(addresses.length > 0 ? [`Changed redirects: ${listed(addresses)}.`] : []),
    ...(changedAddresses.length > 0 ? ['The web server configuration has changed. Reload the web server.'] : []),
    ...(changedForms.length > 0
      ? [`Changed forms: ${changedForms.map(describeForm).join('; ')}. Also deploy and restart the relay.`]
      : []),
  ]
}

/** Describes a changed form, such as `contact (added budget, removed message)`. */
function describeForm({ form, change, fields }: FormChange): string {
  if (change !== 'changed') return `${form} (${change})`
  const details = Object.entries(fields).flatMap(([how, names]) =>
    names.length > 0 ? [`${how} ${names.join(', ')}`] : [],
  )
  return details.length > 0 ? `${form} (${details.join(', ')})` : form
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES
  return rest > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${rest} more` : names.join(', ')
}
