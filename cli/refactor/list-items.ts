import { listFieldTexts } from '../content/fields.ts'
import { getPublicationStatus, type PublicationStatus } from '../content/publication.ts'
import { getEntryTitle } from '../content/schedule.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { suggestCorrection } from '../diagnostics/suggest.ts'
import type { ContentItem } from './content-item.ts'
import type { ContentIndex } from './read-items.ts'

/** A line in the output of `site list`. */
export interface ListedItem {
  kind: 'entry' | 'fact' | 'image' | 'document'
  /** Name that `site where` and `site rename` accept. */
  name: string
  /** Folder of the item's file, or `facts`. */
  group: string
  /** Path relative to the parent of the content folder. */
  file: string
  /** Title of an entry, file name of an image or document, or value of a fact. */
  title: string
  state: PublicationStatus['state']
  /** First day of a scheduled entry, or last day of an expired entry. */
  day?: string
  address?: string
  /** Number of words in an entry. */
  words?: number
  /** Number of places that use the item. */
  uses: number
}

interface ListOptions {
  /** A folder, `facts`, `images`, `files`, or the name of a collection; undefined for all items. */
  collection: string | undefined
  /** Whether to list only items that are unused and have no page. */
  unused: boolean
  today: string
}

/** @throws Failure with exit code 2 if there is no such collection */
export function listItems(index: ContentIndex, { collection, unused, today }: ListOptions): ListedItem[] {
  const items = index.items.flatMap((item) => {
    const { kind, name, file } = item
    // Skip parts of site.yaml, and facts that site.yaml defines.
    if (kind === 'part' || file.endsWith('/site.yaml')) return []
    const uses = index.usesOf(item).length
    const hidden = item.entry?.collection?.pages === undefined
    if (unused && (uses > 0 || !hidden)) return []
    const group = name.slice(0, name.indexOf('/'))
    if (collection !== undefined && collection !== group && collection !== item.collection) return []
    const about = describe(index, item, today)
    return [{ kind, name, group, file, ...about, ...(item.address && { address: item.address }), uses } as ListedItem]
  })
  if (items.length === 0 && collection !== undefined) refuseUnknown(index, collection)
  return items
}

function describe({ parsed }: ContentIndex, { kind, entry, reference }: ContentItem, today: string) {
  if (!entry) {
    const title = kind === 'fact' ? (parsed.facts.get(reference) ?? '') : reference
    return { title, state: 'live' as const }
  }
  const { state, day } = getPublicationStatus(entry, today)
  const fields = listFieldTexts(entry).map(({ text }) => text)
  const texts = [...fields, entry.body?.text ?? '']
  // If an entry has no title, use its first text that contains a space.
  const title = getEntryTitle(entry) ?? fields.find((text) => text.includes(' ')) ?? entry.slug
  return { title, state, ...(day && { day }), words: texts.reduce((sum, text) => sum + count(text), 0) }
}

/** Counts the words in a string. Returns 0 for enum values such as `expanding`. */
function count(text: string): number {
  return /^[a-z\d-]+$/.test(text) ? 0 : (text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length
}

function refuseUnknown({ items }: ContentIndex, collection: string): void {
  const names = new Set(
    items
      .filter(({ kind }) => kind !== 'part')
      .flatMap(({ name, collection }) => [name.split('/')[0] ?? '', collection]),
  )
  if (names.has(collection)) return
  const help = suggestCorrection(collection, names) ?? `Collections are ${[...names].sort().join(', ')}.`
  throw new Failure(`There is no collection "${collection}". ${help}`, exitCodes.usage)
}
