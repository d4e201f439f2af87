import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes, type Route } from '@northshelf/site/routes.ts'
import type { SiteView } from '@northshelf/site/sections/site-view.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { createNotFoundFile, createPageFile, type PageFile } from '../build/pages.ts'
import { createParseCache } from '../content/parse-cache.ts'
import type { Edition } from '../content/publication.ts'
import { readContentFolder } from '../content/read.ts'
import { createDryRun, type DryRun } from '../engine/dry-run.ts'
import { type Loaded, loadContent } from '../engine/load.ts'
import { createFiles } from './files.ts'
import { createMarker, type Marker } from './mark-content.ts'

/**
 * The site at one moment: whole, valid content, of which only what is asked for is made. This file runs in
 * Vite's module runner, so that a change of a schema or of the views takes effect without a restart.
 */
export interface Snapshot {
  content: Content
  site: SiteView
  paths: string[]
  /** @returns undefined for a path that has no page */
  page(path: string): PageFile | undefined
  /** The page that an address below `/data` has the data of. */
  pageOfData(address: string): PageFile | undefined
  notFound(): PageFile
  /** A file beside the pages, such as `sitemap.xml` or a picture. */
  file(name: string): Promise<string | Uint8Array | undefined>
  /** The content file that a page is the page of. */
  home(path: string): string | undefined
  /** The same pages, with marks in their texts that say where they come from. */
  marked(): Snapshot
}

/** @param mark that of the reader, which knows what was marked before */
export function createSnapshot(content: Content, mark: Marker = createMarker()): Snapshot {
  const site = createSiteView(content)
  const list = listRoutes(content)
  const routes = new Map<string, Route>(list.map((route) => [route.path, route]))
  const pages = new Map<string, PageFile>()
  return {
    content,
    site,
    paths: [...routes.keys()],
    page(path) {
      const route = routes.get(path)
      if (route && !pages.has(path)) pages.set(path, createPageFile(route, content))
      return pages.get(path)
    },
    pageOfData(address) {
      const path = /^\/data(\/.+)\.json$/.exec(address)?.[1]
      return path === undefined ? undefined : this.page(path === '/index' ? '/' : path)
    },
    notFound: once(() => createNotFoundFile(content)),
    file: createFiles(list, content),
    home: (path) => routes.get(path)?.entry.file,
    marked: once(() => createSnapshot(mark(content))),
  }
}

/** Reads a content folder again and again. */
export function createReader(folder: string, edition: () => Edition) {
  const cache = createParseCache()
  return {
    /** @param written files that are known to have been written since */
    read(written: Iterable<string>): Promise<Loaded> {
      for (const file of written) cache.forget(file)
      return loadContent(folder, { cache, edition: edition() })
    },
    dryRun: (...texts: Parameters<DryRun>) => {
      const read = readContentFolder(folder, cache)
      return createDryRun(folder, read, { cache, edition: edition() })(...texts)
    },
    /** For the snapshots of what is read. */
    mark: createMarker(),
  }
}
export type Reader = ReturnType<typeof createReader>

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
