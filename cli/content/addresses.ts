import {
  type FolderAddresses,
  getCopyPath,
  getFeedPath,
  getFolderAddress,
  getPathField,
  getPagePath as pathOfEntry,
} from '@northshelf/site/collections/addresses.ts'
import { collections } from '@northshelf/site/collections/list.ts'
import type { Redirect, Redirects } from '@northshelf/site/collections/redirects.ts'
import type { Site } from '@northshelf/site/entries/site.ts'
import { listPagePaths } from '@northshelf/site/schema/pagination.ts'
import { listTexts } from './fields.ts'
import { memoize } from './memoize.ts'
import { findSingleFile, type ParsedFile } from './parsed.ts'
import { type Edition, getPublicationStatus, isShown } from './publication.ts'
import { findFolderAddresses } from './site-settings.ts'
import type { ValuePath } from './yaml/source.ts'

export interface Address {
  path: string
  file: ParsedFile
  /** Anchors on the page; undefined if the file cannot be parsed. */
  anchors: ReadonlySet<string> | undefined
}

/** Lists the URL paths of published files that are not pages. */
export function listPublishedFiles(addresses: FolderAddresses): string[] {
  const feeds = collections.flatMap((collection) =>
    Object.keys(collection.pages?.feed ? collection.folders : {}).map((folder) =>
      getFeedPath(getFolderAddress(collection, folder, addresses)),
    ),
  )
  return ['/sitemap.xml', '/robots.txt', '/llms.txt', '/site.webmanifest', ...feeds]
}

/** Lists the addresses of all pages, even of files with errors, so that links to them are not reported as dead. */
export function listAddresses(files: readonly ParsedFile[]): Address[] {
  return files.flatMap(listAddressesUnder(findFolderAddresses(files)))
}

/** Lists the addresses of Markdown copies, each with its page. */
export function listMarkdownCopyAddresses(files: readonly ParsedFile[]): Map<string, Address> {
  const site = findSingleFile(files, 'site')?.data as { markdownCopies?: unknown } | undefined
  const pages = site?.markdownCopies === true ? listAddresses(files) : []
  const withProse = pages.filter(({ file }) => file.collection?.extension === '.md')
  return new Map(withProse.map((page) => [getCopyPath(page.path), page]))
}

/** Lists the later pages of all paginated lists. All pages of a list have the same anchors. */
export function listLaterPages(files: readonly ParsedFile[], edition: Edition): Address[] {
  return listAddresses(files).flatMap((address) => {
    const { collection, data } = address.file
    const folder = collection?.pages?.lists?.((data ?? {}) as Record<string, unknown>)
    if (folder === undefined) return []
    const entries = files.filter(
      (file) => file.folder === folder && isShown(file, edition) && !Object(file.data).unlisted,
    ).length
    const [, ...laterPages] = listPagePaths(address.path, entries)
    return laterPages.map((path) => ({ ...address, path }))
  })
}

const listAddressesUnder = memoize((addresses: FolderAddresses) =>
  memoize((file: ParsedFile): Address[] => {
    const path = getPageAddress(file, addresses)
    return path === undefined ? [] : [{ path, file, anchors: anchorsOf(file) }]
  }),
)

/** Returns the address of a file's page, even if the file has errors; undefined if it has no page. */
export function getPageAddress(
  file: Pick<ParsedFile, 'collection' | 'folder' | 'slug' | 'text'> & Partial<Pick<ParsedFile, 'source' | 'data'>>,
  addresses: FolderAddresses,
): string | undefined {
  const { collection, folder, slug, source, data } = file
  if (!collection) return undefined
  const field = getPathField(collection)
  // Search the text, because the address may be readable even if the YAML is invalid. Getting `text` reads the file.
  const inText = field && new RegExp(`^${field}:[ \\t]*["']?(/[^\\s"']*)`, 'm').exec(file.text)?.[1]
  const parsed = (data ?? source?.rawData) as object | undefined
  return pathOfEntry(collection, { ...(inText && { [field]: inText }), ...parsed, folder, slug }, addresses)
}

/** Returns the path of the field that contains the address; undefined if the address is derived from the file name. */
export function getAddressFieldPath({ collection }: Pick<ParsedFile, 'collection'>): ValuePath | undefined {
  const field = collection && getPathField(collection)
  return field ? [field] : undefined
}

/** Returns all ids on a page: the ids of its sections, dialogs and headings, and the ids that every page has. */
function anchorsOf({ collection, data, body }: ParsedFile): ReadonlySet<string> | undefined {
  if (data === undefined && !body) return undefined
  const anchors = new Set(['', 'top', 'main', ...(body?.analysis.ids ?? [])])
  for (const name of collection?.pages?.anchors?.((data ?? {}) as Record<string, unknown>) ?? []) anchors.add(name)
  for (const name of listOpenedDialogs(data)) anchors.add(`dialog-${name}`)
  return anchors
}

/** Returns the names of all dialogs opened by actions in a value. */
export function listOpenedDialogs(value: unknown): string[] {
  return listTexts(value).flatMap(({ path, text }) => (path.at(-1) === 'opens' ? text : []))
}

/** Returns a function that moves paths below the default address of a folder to its address in site.yaml. */
export function createPathMover(addresses: FolderAddresses): (path: string) => string {
  const moved = collections.flatMap((collection) =>
    Object.keys(collection.folders).map((folder) => ({
      from: `${getFolderAddress(collection, folder, {})}/`,
      to: `${getFolderAddress(collection, folder, addresses)}/`,
    })),
  )
  return (path) => {
    const { from = '', to = '' } = moved.find((folder) => path.startsWith(folder.from)) ?? {}
    return to + path.slice(from.length)
  }
}

/** Lists permanent redirects from redirects.yaml, and temporary ones from expired entries to their parent page. */
export function listRedirects(files: readonly ParsedFile[], site: Site, edition: Edition): Redirect[] {
  const written = (findSingleFile(files, 'redirects')?.valid ?? {}) as NonNullable<Redirects>
  const moved = Object.entries(written).flatMap(([from, to]): Redirect[] => {
    const path = from.normalize().replace(/\/$/, '')
    // Also redirect non-ASCII paths with a trailing slash, because servers strip the slash only from ASCII paths.
    const spellings = /^[\x20-\x7E]*$/.test(path) ? [path] : [path, `${path}/`]
    return spellings.map((spelling) => ({ from: spelling, to, status: 308 }))
  })
  const expired = files.flatMap((file): Redirect[] => {
    const { collection, folder } = file
    if (!file.valid || edition.all || getPublicationStatus(file, edition.today).state !== 'expired') return []
    const from = getPageAddress(file, site.addresses)
    const to = collection?.pages?.parent?.(folder, site)?.to
    return from && to ? [{ from, to, status: 307 }] : []
  })
  return [...moved, ...expired].sort((a, b) => (a.from < b.from ? -1 : 1))
}
