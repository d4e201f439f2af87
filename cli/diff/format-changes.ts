import { pluralize } from '../diagnostics/formats/pretty.ts'
import type { FormChange } from './changed-forms.ts'
import { pagePartLabels } from './changed-parts.ts'
import type { ContentChange } from './content-changes.ts'
import type { Difference, PageChange } from './difference.ts'

/**
 * Maximum number of characters to show of a value (`MAX_LENGTH`) and of the unchanged text before the difference
 * (`MAX_COMMON`).
 */
const MAX_LENGTH = 40
const MAX_COMMON = 12

/** Returns a field name such as `hero.title`; empty if a whole file was added, removed or replaced. */
export function formatFieldPath({ field = [] }: ContentChange): string {
  return field.join('.')
}

/** Returns a change such as `12 hours → 24 hours`, shortened to the difference, or `added` for a file. */
export function formatValueChange({ change, field, before, after }: ContentChange): string {
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

/** Returns a summary such as `3 pages changed, 1 page added · 44 pages, 43 before`. */
export function formatHeadline({ changedPages, pages }: Pick<Difference, 'changedPages' | 'pages'>): string {
  const counts = (['changed', 'added', 'removed'] as const).flatMap((change) => {
    const amount = changedPages.filter((page) => page.change === change).length
    return amount > 0 ? [`${pluralize(amount, 'page')} ${change}`] : []
  })
  const before = pages.before === pages.after ? '' : `, ${pages.before.toLocaleString('en-US')} before`
  return `${counts.join(', ') || 'No pages changed'} · ${pluralize(pages.after, 'page')}${before}`
}

/** Returns the changed parts of a page, such as `title, text`, or the redirect target of a removed page. */
export function formatPageChange(
  { page, change, parts: changed }: PageChange,
  { against, changedAddresses }: Pick<Difference, 'against' | 'changedAddresses'>,
): string {
  if (change === 'changed') return changed.map((part) => pagePartLabels[part]).join(', ')
  if (change === 'added' || 'folder' in against) return change
  const to = changedAddresses.find(({ address }) => address === page)?.after
  return to === undefined ? 'removed, without a redirect' : `removed, redirects to ${to}`
}

/** Returns notes on redirects, forms, and changes that no page shows. @param nameOf formats a content file's path */
export function formatNotes(difference: Difference, nameOf: (file: string) => string): string[] {
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

function listed(names: readonly string[], most = 8): string {
  const rest = names.length - most
  return rest > 0 ? `${names.slice(0, most).join(', ')} and ${rest} more` : names.join(', ')
}
