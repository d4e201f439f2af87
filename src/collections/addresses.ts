import type { Collection } from './collection.ts'

/** Folder and slug from a content file's path. */
interface FileName {
  folder: string
  slug: string
}

/** Addresses of folders that differ from the default, by folder, such as `{ services: '/practice-areas' }`. */
export type FolderAddresses = Readonly<Record<string, string>>

/** Returns the address below which the pages of a folder are, such as `/blog`. */
export function getFolderAddress({ folders }: Pick<Collection, 'folders'>, folder: string, addresses: FolderAddresses) {
  return addresses[folder] ?? folders[folder]?.address ?? `/${folder}`
}

/** Returns the path of an entry's page; undefined if the entry has no page or lacks a field that the path needs. */
export function getPagePath(
  collection: Pick<Collection, 'folders' | 'pages'>,
  fields: FileName & Record<string, unknown>,
  addresses: FolderAddresses,
): string | undefined {
  const { pages } = collection
  const names: Record<string, unknown> = { ...fields, folder: getFolderAddress(collection, fields.folder, addresses) }
  const known = (name: string) => typeof names[name] === 'string'
  const parts = pages?.path.match(/(?<=\{)\w+/g) ?? []
  const required = pages?.isOptional ? [...parts, pages.description] : parts
  return required.every(known) ? pages?.path.replace(/\{(\w+)\}/g, (_, name) => String(names[name])) : undefined
}

/** Returns the name of the field that contains the whole path; undefined if the path depends on the file name. */
export function getPathField({ pages }: Pick<Collection, 'pages'>): string | undefined {
  return /^\{(\w+)\}$/.exec(pages?.path ?? '')?.[1]
}

/** Returns the name by which references identify an entry. Includes the folder if the collection has several. */
export function getReferenceName({ folders }: Pick<Collection, 'folders'>, { folder, slug }: FileName): string {
  return Object.keys(folders).length > 1 ? `${folder}/${slug}` : slug
}

export const FEED_FILE = '/feed.xml'

/** Returns the path of a folder's feed. @param address address of the folder */
export function getFeedPath(address: string): string {
  return address + FEED_FILE
}

/** Returns the path of a page's Markdown copy. */
export function getCopyPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

export function getShareImagePath(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}
