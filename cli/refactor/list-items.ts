import { listFields } from '../content/fields.ts'
import { type Publication, publicationOf } from '../content/publication.ts'
import { titleOf } from '../content/schedule.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import { didYouMean } from '../diagnostics/nearest.ts'
import type { ContentItem } from './content-item.ts'
import type { ContentIndex } from './read-items.ts'

/** A line of `site list`. */
export interface ListedItem {
  kind: 'entry' | 'fact' | 'image' | 'document'
  /** As `site where` and `site rename` take it. */
  name: string
  /** Folder of its file; `facts` for facts. */
  group: string
  /** Relative to the parent of the content folder. */
  file: string
  /** Of an image or document the name of its file, of a fact what it says. */
  title: string
  state: Publication['state']
  /** The day that has not come, or the last one that it was there. */
  day?: string
  address?: string
  /** In all its texts; of entries. */
  words?: number
  /** How many places use it. */
  uses: number
}

interface Wanted {
  /** A folder, `facts`, `images`, `files`, or the name of a collection; all without it. */
  collection: string | undefined
  /** Only what nothing uses, of what is not seen unless something does. */
  unused: boolean
  today: string
}

/** @throws Failure with exit code 2 when there is no such collection */
export function listItems(index: ContentIndex, { collection, unused, today }: Wanted): ListedItem[] {
  const items = index.items.flatMap((item) => {
    const { kind, name, file } = item
    // What site.yaml names is listed there.
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
  const { state, day } = publicationOf(entry, today)
  const fields = listFields(entry).map(({ text }) => text)
  const texts = [...fields, entry.body?.text ?? '']
  // Some have no title: what they say first is what people know them by.
  const title = titleOf(entry) ?? fields.find((text) => text.includes(' ')) ?? entry.slug
  return { title, state, ...(day && { day }), words: texts.reduce((sum, text) => sum + count(text), 0) }
}

/** Choices such as `expanding` are no words. */
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
  const help = didYouMean(collection, names) ?? `There are ${[...names].sort().join(', ')}.`
  throw new Failure(`There is no collection "${collection}". ${help}`, exit.usage)
}
