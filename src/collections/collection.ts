import type { z } from 'zod'
import type { Motif } from '../drawings/motif.ts'
import type { Picture } from '../drawings/picture.ts'
import type { Body, Entry, Paged } from '../entries/entry.ts'
import type { PageContent } from '../entries/page-content.ts'
import type { Link, Site } from '../entries/site.ts'
import type { Pagination } from '../schema/pagination.ts'
import type { View } from '../sections/view.ts'

type WithBody<Extension> = Extension extends '.md' ? Body : unknown
type FieldOf<T> = keyof T & string

/** What the files of a kind of content are. */
export interface Files<Name extends string, Schema extends z.ZodType, Folder extends string, Extension> {
  /** Name of the list in `Content`, and in references. */
  name: Name
  /**
   * The folders that hold the files; what `site new` calls one of them, and what it says then after its address, where
   * `{slug}` is its name.
   */
  folders: Readonly<Record<Folder, { kind: string; next: string }>>
  /** `.md` has a markdown body under its fields. */
  extension: Extension
  schema: Schema
  /** Fields by which the list is sorted, the first before the others; with `-` the largest comes first. */
  order?: readonly `${'' | '-'}${FieldOf<z.infer<Schema>>}`[]
  /** The field with the day from which on an entry is shown. */
  from?: FieldOf<z.infer<Schema>>
  /** The field with the last day on which it is shown. */
  until?: FieldOf<z.infer<Schema>>
  /** The field whose value no two entries may share. */
  unique?: FieldOf<z.infer<Schema>>
  /** Where an entry can be named only once: in a list, though it be one of groups of fields, or on a whole page. */
  namedOnce?: 'list' | 'page'
  /** The words of site.yaml without which its entries cannot be shown, such as `article.{folder}`. */
  words?: string
  /** Names in braces in the body that the page fills itself. */
  placeholders?: readonly string[]
  /** What lists of a new file begin with, where a sample of the first shape alone would be of no use. */
  samples?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export interface Card {
  /** Small line over the title: where on the site this is. */
  label: string
  title: string
  drawing: Motif
}

/** What the pages of a kind of content are. */
export interface Pages<E, Folder extends string> {
  /** Their address, with names in braces: `slug`, `folder` or a field. */
  path: string
  /** Fields that title the page in search results; the first that is there counts. */
  title: readonly string[]
  /** The field that describes it there. */
  description: string
  /** What it is called among other pages. */
  name(entry: E, site: Site): string
  /** The page that lists those of a folder; none where each stands by itself. */
  parent?(folder: Folder, site: Site): Link | undefined
  /** @param pagination where the page is one of those of a long list */
  view(entry: E, content: PageContent, pagination?: Pagination): View[]
  /** What stands on the picture for shared links. */
  card(entry: E, site: Site): Card
  /** schema.org objects of the page, beside the trail that leads to it. Only what a visitor can see there. */
  structuredData?(entry: E, content: PageContent): object[]
  /** The day of the last change; undefined where the content states none. */
  modified?(entry: E, content: PageContent): string | undefined
  /** What the feed of its folder says of an entry; without it there is no feed. */
  feed?(entry: E): {
    published: string
    author: string
    category: string
    summary: string
    /** The whole text, and the drawn figures that it has places for. */
    html?: string
    figures?: Readonly<Record<string, Picture>> | undefined
  }
  /** Ids on the page beside those of headings and of dialogs that actions open. The fields need not fit the schema. */
  anchors?(fields: Readonly<Record<string, unknown>>): string[]
  /** The folder whose entries the page lists, on as many numbered pages as they need. The fields need not fit the schema. */
  lists?(fields: Readonly<Record<string, unknown>>): string | undefined
}

/** A kind of content: what its files are and, unless other pages show its entries, what its own pages are. */
export interface Collection<Name extends string = string, E extends Entry = Entry, Folder extends string = string>
  extends Omit<Files<Name, z.ZodType, Folder, '.yaml' | '.md'>, 'order' | 'from' | 'until' | 'unique'> {
  order?: readonly string[]
  from?: string
  until?: string
  unique?: string
  pages?: Pages<E, Folder>
}

/** An entry of a collection, as `Content` has it. */
export type EntryOf<T> = T extends Collection<string, infer E> ? E : never

/**
 * Defines a kind of content; `withPages` gives each of its entries a page. Two steps, because pages may look at all
 * content, and the types of all content follow from the first step alone.
 */
export function defineCollection<
  const Name extends string,
  Schema extends z.ZodType<object>,
  Folder extends string,
  const Extension extends '.yaml' | '.md',
>(files: Files<Name, Schema, Folder, Extension>) {
  type Fields = z.infer<Schema> & WithBody<Extension>
  type Page = Paged<Fields, Folder>
  return { ...files, withPages: (pages: unknown) => ({ ...files, pages }) } as unknown as Collection<
    Name,
    Entry<Fields>,
    Folder
  > & {
    withPages(
      pages: Pages<Page, Folder> & { title: readonly FieldOf<Page>[]; description: FieldOf<Page> },
    ): Collection<Name, Page, Folder>
  }
}
