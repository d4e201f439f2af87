import { listFields } from '../content/fields.ts'
import { type Publication, publicationOf } from '../content/publication.ts'
import { titleOf } from '../content/schedule.ts'
import { exit, Failure } from '../diagnostics/failure.ts'
import { nearest } from '../diagnostics/nearest.ts'
import type { Thing } from './content-item.ts'
import type { Named } from './read-items.ts'

/** A line of `site list`. */
export interface Item {
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
export function listItems(named: Named, { collection, unused, today }: Wanted): Item[] {
  const items = named.things.flatMap((thing) => {
    const { kind, name, file } = thing
    // What site.yaml names is listed there.
    if (kind === 'part' || file.endsWith('/site.yaml')) return []
    const uses = named.usesOf(thing).length
    const hidden = thing.entry?.collection?.pages === undefined
    if (unused && (uses > 0 || !hidden)) return []
    const group = name.slice(0, name.indexOf('/'))
    if (collection !== undefined && collection !== group && collection !== thing.collection) return []
    const about = describe(named, thing, today)
    return [{ kind, name, group, file, ...about, ...(thing.address && { address: thing.address }), uses } as Item]
  })
  if (items.length === 0 && collection !== undefined) refuseUnknown(named, collection)
  return items
}

function describe({ parsed }: Named, { kind, entry, reference }: Thing, today: string) {
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

function refuseUnknown({ things }: Named, collection: string): void {
  const names = new Set(
    things
      .filter(({ kind }) => kind !== 'part')
      .flatMap(({ name, collection }) => [name.split('/')[0] ?? '', collection]),
  )
  if (names.has(collection)) return
  const meant = nearest(collection, names)
  const help = meant ? `Did you mean ${meant}?` : `There are ${[...names].sort().join(', ')}.`
  throw new Failure(`There is no collection "${collection}". ${help}`, exit.usage)
}
