import type { Collection } from './collection.ts'

/** Folder and slug, taken from the path of a content file. */
interface FileName {
  folder: string
  slug: string
}

/**
 * Returns the address of an entry's page; undefined if the entry has no page or lacks a field that the address needs.
 */
export function getPagePath({ pages }: Pick<Collection, 'pages'>, names: FileName & Record<string, unknown>) {
  const known = (name: string) => typeof names[name] === 'string'
  const parts = pages?.path.match(/(?<=\{)\w+/g) ?? []
  return parts.every(known) ? pages?.path.replace(/\{(\w+)\}/g, (_, name) => String(names[name])) : undefined
}

/** Returns the name of the field that contains the whole address; undefined if the address depends on the file name. */
export function getPathField({ pages }: Pick<Collection, 'pages'>): string | undefined {
  return /^\{(\w+)\}$/.exec(pages?.path ?? '')?.[1]
}

/** Returns the name by which references identify an entry. Includes the folder if the collection has several. */
export function getReferenceName({ folders }: Pick<Collection, 'folders'>, { folder, slug }: FileName): string {
  return Object.keys(folders).length > 1 ? `${folder}/${slug}` : slug
}

export const FEED_FILE = '/feed.xml'

export function getFeedPath(folder: string): string {
  return `/${folder}${FEED_FILE}`
}

/** Returns the path of a page's share image. */
export function getShareImagePath(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}
