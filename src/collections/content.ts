import type { PagedEntry } from '../entries/entry.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Collection, EntryOf } from './collection.ts'
import type { AnyCollection } from './list.ts'
import type { Redirect } from './redirects.ts'

export type CollectionName = AnyCollection['name']
type Lists = { [C in AnyCollection as C['name']]: EntryOf<C>[] }

/** An image's published URL and source file. */
export interface SiteImage {
  url: string
  /** Absolute path of the source file. */
  file: string
  /** Content of the source file, if it is not on disk yet. */
  unsaved?: Uint8Array
  /** Part of the source that is published, in pixels; without it, the center. */
  crop?: { left: number; top: number; width: number; height: number }
  /** Published size in pixels. */
  width: number
  height: number
}

/** A downloadable file, published unchanged. */
export interface SiteDocument {
  url: string
  /** Absolute path of the source file. */
  file: string
  /** Content of the source file, if it is not on disk yet. */
  unsaved?: Uint8Array
  bytes: number
}

/** A page in another language. */
export interface PageTranslation {
  language: string
  path: string
}

/** All content of a site in one language, after validation. Contains one sorted list per collection. */
export interface Content extends Lists, Omit<PageContent, keyof Lists> {
  /** The same content in the other languages of the site; empty in a translation. */
  translations: readonly Content[]
  /** The pages that exist in several languages, by path: all their languages, the source first. */
  translatedPages: ReadonlyMap<string, readonly PageTranslation[]>
  redirects: Redirect[]
  images: SiteImage[]
  /** Published URL of each image in Markdown, by file name. */
  textImages: ReadonlyMap<string, string>
  documents: SiteDocument[]
}

/** Returns the path of the front page in the language of the content or, if it is not translated, in the source's. */
export function getFrontPage({ home, translatedPages }: Content): string {
  return translatedPages.has(home) ? home : '/'
}

/** Returns the entries of a collection that have pages in the language of the content. */
export function getPagedEntries({ name }: Collection, content: Content): PagedEntry[] {
  const entries = content[name as CollectionName] as unknown as PagedEntry[]
  return entries.filter(({ path, isForeign }) => path !== undefined && !isForeign)
}

/** Returns the entries of a folder that lists show. Without a page in this language, they link to the source's. */
export function getListedEntries({ name }: Collection, folder: string, content: Content): PagedEntry[] {
  const entries = content[name as CollectionName] as unknown as PagedEntry[]
  return entries.filter((entry) => entry.path !== undefined && entry.folder === folder && !entry.unlisted)
}
