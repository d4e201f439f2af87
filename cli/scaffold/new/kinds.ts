import type { Collection } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'

/** What `site new` can make: a file of a folder of a collection. */
export interface Kind {
  collection: Collection
  folder: string
  /** What to do with the file, after its address; `{slug}` is its name without the ending. */
  next: string
}

/** By the name that `site new` has for them. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  collections.flatMap((collection) =>
    Object.entries(collection.folders).map(([folder, { kind, next }]) => [kind, { collection, folder, next }] as const),
  ),
)
