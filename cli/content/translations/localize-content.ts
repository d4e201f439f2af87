import { type FolderAddresses, getFolderAddress, getPagePath } from '@northshelf/site/collections/addresses.ts'
import type { Collection } from '@northshelf/site/collections/collection.ts'
import type { CollectionName, Content } from '@northshelf/site/collections/content.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { PagedEntry } from '@northshelf/site/entries/entry.ts'
import { siteSchema } from '@northshelf/site/entries/site.ts'
import { listInlineNodes } from '@northshelf/site/schema/inline-markdown.ts'
import type { z } from 'zod'
import { applyEdits } from '../../diagnostics/edit.ts'
import { listMarkedTexts } from '../schema/walk-schema.ts'
import { valueAt } from '../value-at.ts'

/** A page that is published in a language. */
export interface LocalPage {
  /** The translation file, which defines the page. */
  file: string
  /** Its address in that language, if it differs from the source. */
  path?: string | undefined
  slug?: string | undefined
}

/** Addresses of folders in a language, as in its translation of site.yaml. */
type TranslatedAddresses = Readonly<Record<string, string | undefined>>

/**
 * Creates the addresses of a language, whose pages are below a path such as `/de`.
 * @param source addresses of folders in the source
 */
export function createLocalAddresses(language: string, source: FolderAddresses, translated: TranslatedAddresses = {}) {
  const home = `/${language.toLowerCase()}`
  const folders = collections.flatMap((collection) =>
    Object.keys(collection.folders).map((name) => [
      name,
      home + (translated[name] ?? getFolderAddress(collection, name, source)),
    ]),
  )
  const addresses: Record<string, string> = Object.fromEntries(folders)
  /** @param entry the fields of the source, with its path @param page its own path or slug in the language */
  function findPath(
    collection: Pick<Collection, 'folders' | 'pages'>,
    entry: { folder: string; slug: string; path: string },
    page: Pick<LocalPage, 'path' | 'slug'> = {},
  ): string {
    const { slug = entry.slug, path = entry.path } = page
    const own = path === '/' ? home : home + path
    return getPagePath(collection, { ...entry, slug, path: own }, addresses) ?? own
  }
  return { home, addresses, findPath }
}

/**
 * Moves translated content below the path of its language. Links point to pages in the same language or, if a page is
 * not published in it, to the source.
 * @param content the translated content, with the addresses of the source
 * @param pages the published pages, by file of the source
 * @returns the content, and the new path of each page by its path in the source
 */
export function localizeContent(
  content: Content,
  language: string,
  pages: ReadonlyMap<string, LocalPage>,
  translatedAddresses?: TranslatedAddresses,
): { content: Content; paths: Map<string, string> } {
  const { home, addresses, findPath } = createLocalAddresses(language, content.site.addresses, translatedAddresses)
  const paths = new Map<string, string>()
  const listOf = (name: string) => content[name as CollectionName] as unknown as PagedEntry[]
  for (const collection of collections)
    for (const entry of listOf(collection.name)) {
      const page = pages.get(entry.file)
      if (page && entry.path !== undefined)
        paths.set(entry.path, findPath(collection, { ...entry, path: entry.path }, page))
    }
  const toLocal = (address: string) => {
    const end = address.search(/[?#]/)
    const path = end < 0 ? address : address.slice(0, end)
    const local = paths.get(path)
    return local === undefined ? address : local + address.slice(path.length)
  }
  const localizeEntry = (entry: PagedEntry, schema: z.ZodType): PagedEntry => {
    const local = localizeLinks(entry, schema, toLocal)
    if (typeof local.html === 'string') local.html = localizeHtml(local.html, toLocal)
    if (entry.path === undefined) return local
    const page = pages.get(entry.file)
    if (!page) return { ...local, path: entry.path, isForeign: true }
    return { ...local, path: toLocal(entry.path), file: page.file }
  }
  const lists = collections.map(({ name, schema }) => [name, listOf(name).map((entry) => localizeEntry(entry, schema))])
  const site = { ...localizeLinks(content.site, siteSchema, toLocal), addresses, language }
  return { content: { ...content, ...Object.fromEntries(lists), site, home, redirects: [] }, paths }
}

/** Returns a copy of a value with all links replaced, in fields and in inline Markdown. */
function localizeLinks<T extends object>(value: T, schema: z.ZodType, toLocal: (address: string) => string): T {
  const links = listMarkedTexts(schema, value, 'link').map(({ path, value: link }) => ({ path, text: toLocal(link) }))
  const texts = listMarkedTexts(schema, value, 'inlineMarkdown').map(({ path, value: text }) => ({
    path,
    text: localizeInlineLinks(text, toLocal),
  }))
  const copy = { ...value }
  const changed = [...links, ...texts].filter(({ path, text }) => valueAt(value, path) !== text)
  const target = changed.length > 0 ? structuredClone(value) : copy
  for (const { path, text } of changed)
    (valueAt(target, path.slice(0, -1)) as Record<string, unknown>)[String(path.at(-1))] = text
  return target
}

function localizeInlineLinks(text: string, toLocal: (address: string) => string): string {
  const links = listInlineNodes(text, 'link')
  return applyEdits(
    text,
    links.map(({ url, offset }) => ({ start: offset, end: offset + url.length, text: toLocal(url) })),
  )
}

/** Replaces links in HTML that the renderer wrote, which has attributes in double quotes. */
function localizeHtml(html: string, toLocal: (address: string) => string): string {
  return html.replace(/(<a [^>]{0,300}href=")(\/[^"]*)/g, (_, start, address) => start + toLocal(address))
}
