import type { Collection } from '@northshelf/site/collections/collection.ts'
import { collections } from '@northshelf/site/collections/list.ts'

/** A type of file that `site new` creates. */
export interface Kind {
  collection: Collection
  folder: string
  /** Hint printed after the address; `{slug}` is the file name without extension. */
  next: string
}

/** Types by their name for `site new`. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  collections.flatMap((collection) =>
    Object.entries(collection.folders).map(([folder, { kind, next }]) => [kind, { collection, folder, next }] as const),
  ),
)
