import type { Collection } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'

/** A type of file that `site new` creates. */
export interface EntryType {
  collection: Collection
  folder: string
  /** Hint to print after the address; `{slug}` stands for the file name without extension. */
  next: string
}

/** File types, keyed by the name that `site new` accepts. */
export const entryTypes: ReadonlyMap<string, EntryType> = new Map(
  collections.flatMap((collection) =>
    Object.entries(collection.folders).map(([folder, { kind, next }]) => [kind, { collection, folder, next }] as const),
  ),
)
