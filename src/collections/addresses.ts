import type { Collection } from './collection.ts'

/** Folder and slug from the path of a content file. */
interface FileName {
  folder: string
  slug: string
}

/** Returns the address of an entry's page; undefined if it has no page or a field of the address is missing. */
export function pathOf({ pages }: Pick<Collection, 'pages'>, names: FileName & Record<string, unknown>) {
  const known = (name: string) => typeof names[name] === 'string'
  const parts = pages?.path.match(/(?<=\{)\w+/g) ?? []
  return parts.every(known) ? pages?.path.replace(/\{(\w+)\}/g, (_, name) => String(names[name])) : undefined
}

/** Returns the field that holds the whole address; undefined if the file name is part of it. */
export function pathField({ pages }: Pick<Collection, 'pages'>): string | undefined {
  return /^\{(\w+)\}$/.exec(pages?.path ?? '')?.[1]
}

/** Returns the name of an entry in references; includes its folder if the collection has several. */
export function referenceTo({ folders }: Pick<Collection, 'folders'>, { folder, slug }: FileName): string {
  return Object.keys(folders).length > 1 ? `${folder}/${slug}` : slug
}

export const FEED = '/feed.xml'

export function feedPath(folder: string): string {
  return `/${folder}${FEED}`
}

/** Returns the path of the share image of a page. */
export function shareImage(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}
