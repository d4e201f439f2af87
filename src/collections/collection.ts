import type { z } from 'zod'
import type { Motif } from '../drawings/motif.ts'
import type { Picture } from '../drawings/picture.ts'
import type { Entry, PagedEntry, RenderedBody } from '../entries/entry.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Link, Site } from '../entries/site.ts'
import type { Pagination } from '../schema/pagination.ts'
import type { SectionView } from '../sections/view.ts'

type WithBody<Extension> = Extension extends '.md' ? RenderedBody : unknown
type FieldOf<T> = keyof T & string

/** The files of a collection. */
export interface CollectionFiles<Name extends string, Schema extends z.ZodType, Folder extends string, Extension> {
  /** Name of the collection's list in `Content`, also used in references. */
  name: Name
  /**
   * Folders of the files. `kind` is the type to pass to `site new`, which prints `next` after the address of a new
   * file. `{slug}` in `next` stands for the file name.
   */
  folders: Readonly<Record<Folder, { kind: string; next: string }>>
  /** `.md` files have a Markdown body. */
  extension: Extension
  schema: Schema
  /** Fields to sort by. A leading `-` sorts in descending order. */
  order?: readonly `${'' | '-'}${FieldOf<z.infer<Schema>>}`[]
  /** Field with the first day on which an entry is shown. */
  from?: FieldOf<z.infer<Schema>>
  /** Field with the last day on which an entry is shown. */
  until?: FieldOf<z.infer<Schema>>
  /** Field whose values must be unique. */
  unique?: FieldOf<z.infer<Schema>>
  /** Scope in which an entry may be referenced only once. */
  referencedOnce?: 'list' | 'page'
  /** Path in site.yaml of the text that the collection's pages need, such as `article.{folder}`. */
  words?: string
  /** Placeholders in the body, which the page replaces with values. */
  placeholders?: readonly string[]
  /** List items for a new file, used where a sample of the first variant would be useless. */
  samples?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export interface CardContent {
  /** Small line of text above the title. */
  label: string
  title: string
  drawing: Motif
}

/** The pages of a collection. */
export interface CollectionPages<E, Folder extends string> {
  /** Address with placeholders in braces: `slug`, `folder` or a field. */
  path: string
  /** Fields that may contain the title for search results. The first field with a value is used. */
  title: readonly string[]
  /** Field with the description for search results. */
  description: string
  /** Returns the page's name for lists of pages. */
  name(entry: E, site: Site): string
  /** Returns a link to the page that lists the entries of a folder. */
  parent?(folder: Folder, site: Site): Link | undefined
  /** Returns the sections of the page. @param pagination set if the page belongs to a list of several pages */
  view(entry: E, content: PageContent, pagination?: Pagination): SectionView[]
  /** Returns the content of the share image. */
  card(entry: E, site: Site): CardContent
  /** Returns the page's schema.org objects except breadcrumbs. They describe only visible content. */
  structuredData?(entry: E, content: PageContent): object[]
  /** Returns the day of the last change, if the content contains it. */
  modified?(entry: E, content: PageContent): string | undefined
  /** Returns the feed item for an entry. Without this function, the collection has no feed. */
  feed?(entry: E): {
    published: string
    author: string
    category: string
    summary: string
    /** The full text, and the figures for the figure slots in it. */
    html?: string
    figures?: Readonly<Record<string, Picture>> | undefined
  }
  /** Returns the ids on the page, except the ids of headings and dialogs. The fields may be invalid. */
  anchors?(fields: Readonly<Record<string, unknown>>): string[]
  /**
   * Returns the folder whose entries the page lists, if needed on several numbered pages. The fields may be invalid.
   */
  lists?(fields: Readonly<Record<string, unknown>>): string | undefined
}

/** A type of content: its files and its pages. It has no pages if other pages show its entries. */
export interface Collection<Name extends string = string, E extends Entry = Entry, Folder extends string = string>
  extends Omit<CollectionFiles<Name, z.ZodType, Folder, '.yaml' | '.md'>, 'order' | 'from' | 'until' | 'unique'> {
  order?: readonly string[]
  from?: string
  until?: string
  unique?: string
  pages?: CollectionPages<E, Folder>
}

/** Type of the entries of a collection. */
export type EntryOf<T> = T extends Collection<string, infer E> ? E : never

/**
 * Defines a collection. `withPages` then gives each entry a page. There are two steps, because pages can read all
 * content, whose type depends on the first step.
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
