import type { Change } from './content-changes.ts'
import type { AddressChange, ContentDifference, ContentPageChange } from './content-difference.ts'
import { formWords, listed, whatChanged } from './words.ts'

/** Letters of a value that are shown, and of what it has in common with the other one before it differs. */
const LENGTH = 40
const COMMON = 12

/** `hero.title`; nothing where a whole file came, went or is another. */
export function fieldWords({ field = [] }: Change): string {
  return field.join('.')
}

/** `12 hours → 24 hours`, shortened to where they differ; `added` of a file. */
export function valueWords({ change, field, before, after }: Change): string {
  if (!field) return change
  if (before === undefined && after === undefined) return ''
  const [old, now] = [before, after].map(asText) as [string, string]
  const end = [...old].findIndex((letter, index) => letter !== now[index])
  const start = Math.max(0, (end < 0 ? old.length : end) - COMMON)
  return `${shortened(old, start)} → ${shortened(now, start)}`
}

function asText(value: unknown): string {
  if (value === undefined) return 'nothing'
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim()
}

function shortened(text: string, start: number): string {
  const from = text.length > LENGTH ? start : 0
  return `${from > 0 ? '…' : ''}${text.slice(from, from + LENGTH)}${text.length > from + LENGTH ? '…' : ''}`
}

/** `title, text`; of a page that went, what its address leads to. */
export function pageWords(page: ContentPageChange, addresses: readonly AddressChange[]): string {
  if (page.change !== 'removed') return whatChanged(page)
  const to = addresses.find(({ address }) => address === page.page)?.after
  return to === undefined ? 'removed, its address leads nowhere' : `removed, its address leads to ${to}`
}

/** What there is to say beside the pages. */
export function contentNotes(difference: ContentDifference, nameOf: (file: string) => string): string[] {
  const { changedPages, changedAddresses, changedForms, changes, traced } = difference
  const told = new Set(changedPages.flatMap(({ causes }) => causes))
  const gone = new Set(changedPages.flatMap(({ page, change }) => (change === 'removed' ? [page] : [])))
  // What redirects say is told by the addresses.
  const unseen = changes.filter((change) => !told.has(change) && !change.file.endsWith('/redirects.yaml'))
  const unseenWords = unseen.map((change) => [nameOf(change.file), fieldWords(change)].filter(Boolean).join(' '))
  const addresses = changedAddresses
    .filter(({ address }) => !gone.has(address))
    .map(({ address, before = 'nowhere', after = 'nowhere' }) => `${address} to ${after} (before: ${before})`)
  return [
    ...(traced ? [] : ['So much has changed that pages are told the changes of their own file alone.']),
    ...(traced && unseen.length > 0 ? [`On no page: ${listed(unseenWords)}.`] : []),
    ...(addresses.length > 0 ? [`Addresses that lead elsewhere: ${listed(addresses)}.`] : []),
    ...(changedAddresses.length > 0 ? ['The rules of the web server change: it has to be reloaded.'] : []),
    ...(changedForms.length > 0
      ? [`Changed forms: ${changedForms.map(formWords).join('; ')}. The relay has to be deployed and restarted too.`]
      : []),
  ]
}
