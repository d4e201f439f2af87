import type { Collection } from './collection.ts'

/** Folder and slug from a content file's path. */
interface FileName {
  folder: string
  slug: string
}

/** Returns the path of an entry's page; undefined if the entry has no page or lacks a field that the path needs. */
export function getPagePath({ pages }: Pick<Collection, 'pages'>, names: FileName & Record<string, unknown>) {
  const known = (name: string) => typeof names[name] === 'string'
  const parts = pages?.path.match(/(?<=\{)\w+/g) ?? []
  return parts.every(known) ? pages?.path.replace(/\{(\w+)\}/g, (_, name) => String(names[name])) : undefined
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

export function getFeedPath(folder: string): string {
  return `/${folder}${FEED_FILE}`
}

export function getShareImagePath(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}
