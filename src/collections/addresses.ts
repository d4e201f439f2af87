import type { Collection } from './collection.ts'

/** What is known of a file before it is read. */
interface FileName {
  folder: string
  slug: string
}

/** The address of an entry's page; undefined where it has none, or does not say it. */
export function pathOf({ pages }: Pick<Collection, 'pages'>, names: FileName & Record<string, unknown>) {
  const known = (name: string) => typeof names[name] === 'string'
  const parts = pages?.path.match(/(?<=\{)\w+/g) ?? []
  return parts.every(known) ? pages?.path.replace(/\{(\w+)\}/g, (_, name) => String(names[name])) : undefined
}

/** The field that holds the whole address; undefined where the name of the file is part of it. */
export function pathField({ pages }: Pick<Collection, 'pages'>): string | undefined {
  return /^\{(\w+)\}$/.exec(pages?.path ?? '')?.[1]
}

/** How references name an entry: with its folder, where there are several. */
export function referenceTo({ folders }: Pick<Collection, 'folders'>, { folder, slug }: FileName): string {
  return Object.keys(folders).length > 1 ? `${folder}/${slug}` : slug
}

/** What the path of a feed ends with. */
export const FEED = '/feed.xml'

/** Path of the feed of a folder. */
export function feedPath(folder: string): string {
  return `/${folder}${FEED}`
}

/** Path of the picture of a page for shared links. */
export function shareImage(path: string): string {
  return `/share${path === '/' ? '/home' : path}.png`
}
