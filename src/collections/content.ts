import type { Paged } from '../entries/entry.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Collection, EntryOf } from './collection.ts'
import type { Listed } from './list.ts'
import type { Redirect } from './redirects.ts'

export type CollectionName = Listed['name']
type Lists = { [C in Listed as C['name']]: EntryOf<C>[] }

/** A picture of the content: the address under which it is published, and the file it is made from. */
export interface SiteImage {
  url: string
  /** Absolute path. */
  file: string
  /** In pixels, as published. */
  width: number
  height: number
}

/** A file that visitors download, published as it is. */
export interface SiteDocument {
  url: string
  /** Absolute path. */
  file: string
  bytes: number
}

/** All content of a site, validated, references checked: of each collection a list, in the order in which it is shown. */
export interface Content extends Lists, Omit<PageContent, keyof Lists> {
  /** The day that counts as today, year-month-day. */
  today: string
  /** Addresses that lead elsewhere, sorted. */
  redirects: Redirect[]
  /** The pictures that are used somewhere. */
  images: SiteImage[]
  /** Everything there is to download. */
  documents: SiteDocument[]
}

/** The entries of a collection that has pages. */
export function pagedEntries({ name }: Collection, content: Content): Paged[] {
  return content[name as CollectionName] as unknown as Paged[]
}
