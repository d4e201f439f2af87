import type { z } from 'zod'
import type { Motif } from '../drawings/motif.ts'
import type { Picture } from '../drawings/picture.ts'
import type { Entry, PagedEntry, RenderedBody } from '../entries/entry.ts'
import type { Link } from '../entries/menus.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Site } from '../entries/site.ts'
import type { Pagination } from '../schema/pagination.ts'
import type { ExpiringPart } from '../sections/definition.ts'
import type { SectionView } from '../sections/view.ts'

type WithBody<Extension> = Extension extends '.md' ? RenderedBody : unknown
type FieldOf<T> = keyof T & string

export interface ContentFolder {
  /** Type name that `site new` accepts. */
  kind: string
  /** `site new` prints it after the address of a new file. `{slug}` stands for the file name. */
  next: string
  /** Address below which the pages are; by default, the folder's name. `addresses` in site.yaml can change it. */
  address?: `/${string}`
}

export interface CollectionFiles<Name extends string, Schema extends z.ZodType, Folder extends string, Extension> {
  /** Name of the collection's list in `Content`, also used in references. */
  name: Name
  /** Folders that contain the files. */
  folders: Readonly<Record<Folder, ContentFolder>>
  /** `.md` files have a Markdown body. */
  extension: Extension
  schema: Schema
  /** Fields to sort by. A leading `-` sorts in descending order. */
  order?: readonly `${'' | '-'}${FieldOf<z.infer<Schema>>}`[]
  /** Field with the first day on which an entry is shown. */
  from?: FieldOf<z.infer<Schema>>
  /** Field with the last day on which an entry is shown. */
  until?: FieldOf<z.infer<Schema>>
  unique?: FieldOf<z.infer<Schema>>
  /** Scope in which an entry may be referenced only once. */
  referencedOnce?: 'list' | 'page'
  /** Path of the field in site.yaml that the collection's pages require, such as `article.{folder}`. */
  words?: string
  /** Returns the parts of an entry that the build omits after a day. */
  expiringParts?(entry: z.infer<Schema>): ExpiringPart[]
  /** Names of the placeholders that the page replaces in the body. */
  placeholders?: readonly string[]
  /** Items that `site new` writes into lists, by field name. By default, it writes samples of the first variant. */
  samples?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export interface CardContent {
  /** Small line of text above the title. */
  label: string
  title: string
  drawing: Motif
}

export interface CollectionPages<E, Folder extends string> {
  /** Path with placeholders in braces: `folder` (the folder's address), `slug` or a field. */
  path: string
  /** Fields that may contain the title for search results, in order of preference. */
  title: readonly string[]
  /** Field with the description for search results. */
  description: string
  /** Whether entries without a description have no page. */
  isOptional?: boolean
  /** Returns the page's name for breadcrumbs and feeds. */
  name(entry: E, site: Site): string
  /** Returns a link to the page that lists the entries in a folder. */
  parent?(folder: Folder, site: Site): Link | undefined
  /** Returns the page's sections. @param pagination set if the page belongs to a paginated list */
  view(entry: E, content: PageContent, pagination?: Pagination): SectionView[]
  /** Returns the content of the share image. */
  card(entry: E, site: Site): CardContent
  /** Returns the page's schema.org objects except breadcrumbs. They describe only visible content. */
  structuredData?(entry: E, content: PageContent): object[]
  /** Returns the origins of the frames that the page loads. */
  listFrameOrigins?(entry: E): string[]
  /** Returns the parts of the page that the build omits after a day. */
  expiringParts?(entry: E): ExpiringPart[]
  /** Returns the date of the last change; undefined if the content does not state it. */
  modified?(entry: E, content: PageContent): string | undefined
  /** Returns the feed item for an entry. Without this function, the collection has no feed. */
  feed?(
    entry: E,
    content: PageContent,
  ): {
    published: string
    author: string
    category: string
    summary: string
    /** Full text as HTML. The drawings in `figures` replace its figure slots. */
    html?: string
    figures?: Readonly<Record<string, Picture>> | undefined
  }
  /** Returns the text for the page's Markdown copy; by default, the Markdown body. */
  markdown?(entry: E, content: PageContent): string
  /** Returns the ids on the page, except those of headings and dialogs. Accepts unvalidated fields. */
  anchors?(fields: Readonly<Record<string, unknown>>): string[]
  /** Returns the folder whose entries the page shows as a paginated list. Accepts unvalidated fields. */
  lists?(fields: Readonly<Record<string, unknown>>): string | undefined
}

/** A content type with its files and pages. Without `pages`, its entries appear only on other pages. */
export interface Collection<Name extends string = string, E extends Entry = Entry, Folder extends string = string>
  extends Omit<CollectionFiles<Name, z.ZodType, Folder, '.yaml' | '.md'>, 'order' | 'from' | 'until' | 'unique'> {
  order?: readonly string[]
  from?: string
  until?: string
  unique?: string
  pages?: CollectionPages<E, Folder>
}

export type EntryOf<T> = T extends Collection<string, infer E> ? E : never

/**
 * Defines a collection. `withPages` adds a page for each entry. It is a separate step, because pages can read all
 * content, and the type of that content depends on the collection.
 */
export function defineCollection<
  const Name extends string,
  Schema extends z.ZodType<object>,
  Folder extends string,
  const Extension extends '.yaml' | '.md',
>(files: CollectionFiles<Name, Schema, Folder, Extension>) {
  type Fields = z.infer<Schema> & WithBody<Extension>
  type Page = PagedEntry<Fields, Folder>
  return { ...files, withPages: (pages: unknown) => ({ ...files, pages }) } as unknown as Collection<
    Name,
    Entry<Fields>,
    Folder
  > & {
    withPages(
      pages: CollectionPages<Page, Folder> & { title: readonly FieldOf<Page>[]; description: FieldOf<Page> },
    ): Collection<Name, Page, Folder>
  }
}
