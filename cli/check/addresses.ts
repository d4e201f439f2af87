import { articlePath, jobPath, servicePath, solutionPath } from '../../src/routes.ts'
import { definitionOf } from '../../src/sections/definition.ts'
import type { ParsedFile } from '../content/parsed.ts'
import { oncePer } from './once-per.ts'

/** One address of the site and what can be jumped to on its page. */
export interface Address {
  path: string
  file: ParsedFile
  /** Undefined when the file is too broken to tell. */
  anchors: ReadonlySet<string> | undefined
}

/** Files that the build publishes beside the pages. */
export const publishedFiles = [
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/site.webmanifest',
  '/blog/feed.xml',
  '/insights/feed.xml',
]

/** Every address of the site, of broken files too, so that links to them are not reported as well. */
export function listAddresses(files: readonly ParsedFile[]): Address[] {
  return files.flatMap(addressesOf)
}

const addressesOf = oncePer((file: ParsedFile): Address[] => {
  const path = pathOf(file)
  return path === undefined ? [] : [{ path, file, anchors: anchorsOf(file) }]
})

/** The address of a file's page, which it has even when it is broken; undefined for what has no page. */
export function pathOf({
  collection,
  slug,
  source,
  text,
}: Pick<ParsedFile, 'collection' | 'slug' | 'source' | 'text'>): string | undefined {
  switch (collection?.folder) {
    case 'pages': {
      const { path } = (source?.rawData ?? {}) as { path?: unknown }
      // The YAML may be past reading, and still say where the page stands.
      return typeof path === 'string' ? path : /^path:[ \t]*["']?(\/[^\s"']*)/m.exec(text)?.[1]
    }
    case 'services':
      return servicePath({ slug })
    case 'solutions':
      return solutionPath({ slug })
    case 'jobs':
      return jobPath({ slug })
    case 'blog':
    case 'insights':
      return articlePath({ slug, collection: collection.folder })
  }
  return undefined
}

/** The ids that the page will have: what sections, dialogs and headings are named, and what every page has. */
function anchorsOf({ collection, data, body }: ParsedFile): ReadonlySet<string> | undefined {
  if (data === undefined && !body) return undefined
  const anchors = new Set(['', 'top', 'main', ...(body?.found.ids ?? [])])
  const entry = (data ?? {}) as { sections?: unknown; booking?: unknown }
  if (Array.isArray(entry.sections)) {
    for (const section of entry.sections) {
      if (typeof section?.id === 'string') anchors.add(section.id)
      for (const anchor of definitionOf(section?.type).anchors ?? []) anchors.add(anchor)
    }
  }
  for (const name of listOpened(data)) anchors.add(`dialog-${name}`)
  if (entry.booking) anchors.add('dialog-discovery')
  if (collection?.folder === 'jobs') anchors.add('apply')
  return anchors
}

/** Names of the dialogs that actions open. */
export function listOpened(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { opens } = value as { opens?: unknown }
  return [...(typeof opens === 'string' ? [opens] : []), ...Object.values(value).flatMap(listOpened)]
}
