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

/** The files of a collection. */
export interface Files<Name extends string, Schema extends z.ZodType, Folder extends string, Extension> {
  /** Name of the list in `Content`, and in references. */
  name: Name
  /**
   * Folders of the files. `kind` is the type in `site new`, which prints `next` after the address of a new file;
   * `{slug}` in it stands for the file name.
   */
  folders: Readonly<Record<Folder, { kind: string; next: string }>>
  /** `.md` files have a Markdown body. */
  extension: Extension
  schema: Schema
  /** Fields to sort by; `-` sorts in descending order. */
  order?: readonly `${'' | '-'}${FieldOf<z.infer<Schema>>}`[]
  /** The field with the first day on which an entry is shown. */
  from?: FieldOf<z.infer<Schema>>
  /** The field with the last day on which an entry is shown. */
  until?: FieldOf<z.infer<Schema>>
  /** The field whose values must be unique. */
  unique?: FieldOf<z.infer<Schema>>
  /** Scope in which an entry may be referenced only once. */
  referencedOnce?: 'list' | 'page'
  /** Path in site.yaml of the texts that its pages need, such as `article.{folder}`. */
  words?: string
  /** Placeholders in the body that the page replaces. */
  placeholders?: readonly string[]
  /** Initial list items of a new file, where a sample of the first variant would be useless. */
  samples?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export interface Card {
  /** Small line above the title. */
  label: string
  title: string
  drawing: Motif
}

/** The pages of a collection. */
export interface Pages<E, Folder extends string> {
  /** Address with placeholders in braces: `slug`, `folder` or a field. */
  path: string
  /** Fields for the title in search results; the first one present is used. */
  title: readonly string[]
  /** Field for the description in search results. */
  description: string
  /** Name of the page in lists of pages. */
  name(entry: E, site: Site): string
  /** The page that lists the entries of a folder. */
  parent?(folder: Folder, site: Site): Link | undefined
  /** @param pagination if the page belongs to a list of several pages */
  view(entry: E, content: PageContent, pagination?: Pagination): View[]
  /** Returns the content of the share image. */
  card(entry: E, site: Site): Card
  /** Returns the schema.org objects of the page except breadcrumbs, limited to visible content. */
  structuredData?(entry: E, content: PageContent): object[]
  /** Returns the day of the last change, if the content states it. */
  modified?(entry: E, content: PageContent): string | undefined
  /** Returns the feed item of an entry; without it there is no feed. */
  feed?(entry: E): {
    published: string
    author: string
    category: string
    summary: string
    /** The full text, and the figures for its slots. */
    html?: string
    figures?: Readonly<Record<string, Picture>> | undefined
  }
  /** Returns ids on the page except those of headings and dialogs. The fields may be invalid. */
  anchors?(fields: Readonly<Record<string, unknown>>): string[]
  /** Returns the folder whose entries the page lists, on numbered pages if needed. The fields may be invalid. */
  lists?(fields: Readonly<Record<string, unknown>>): string | undefined
}

/** A type of content: its files and, unless other pages show its entries, its pages. */
export interface Collection<Name extends string = string, E extends Entry = Entry, Folder extends string = string>
  extends Omit<Files<Name, z.ZodType, Folder, '.yaml' | '.md'>, 'order' | 'from' | 'until' | 'unique'> {
  order?: readonly string[]
  from?: string
  until?: string
  unique?: string
  pages?: Pages<E, Folder>
}

/** Type of the entries of a collection. */
export type EntryOf<T> = T extends Collection<string, infer E> ? E : never

/**
 * Defines a collection; `withPages` gives each entry a page. Two steps, because pages can read all content, whose type
 * follows from the first step.
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
