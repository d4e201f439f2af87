import type { Content } from '@northshelf/site/collections/content.ts'
import type { SiteView } from '@northshelf/site/sections/site-view.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { createFileGenerator } from '../build/file-generator.ts'
import { listLanguageVersions, type PlannedPage, planNotFoundPage, planPage } from '../build/pages.ts'
import { createParseCache } from '../content/parse-cache.ts'
import type { EditionRequest } from '../content/publication.ts'
import { checkSaved, type LoadResult, loadContent, type SavedContent } from '../engine/load.ts'
import { createTextMarker, type TextMarker } from './mark-content.ts'

/**
 * The site at a point in time, created from valid content. Pages and files are created on request. This file runs in
 * Vite's module runner, so that changes to schemas and views take effect without a restart.
 */
export interface Snapshot {
  content: Content
  /** What all pages in a language share, for each language. */
  sites: SiteView[]
  /** Returns what the page at a path shares with the others in its language. */
  siteOf(path: string): SiteView
  paths: string[]
  page(path: string): PlannedPage | undefined
  notFound(): PlannedPage
  /** Returns a file such as `sitemap.xml` or an image. */
  file(name: string): Promise<string | Uint8Array | undefined>
  /** Returns the content file that defines a page. */
  home(path: string): string | undefined
  /** Returns a snapshot of the same pages with marks in their text. */
  marked(): Snapshot
}

/** @param mark the text marker to use; the content reader's marker caches marked entries across snapshots */
export function createSnapshot(content: Content, mark: TextMarker = createTextMarker()): Snapshot {
  const versions = listLanguageVersions(content)
  const routes = new Map(
    versions.flatMap(({ content, routes }, version) =>
      routes.map((route) => [route.path, { route, content, version }] as const),
    ),
  )
  const pages = new Map<string, PlannedPage>()
  const sites = versions.map((version) => createSiteView(version.content))
  return {
    content,
    sites,
    siteOf: (path) => sites[routes.get(path)?.version ?? 0] as SiteView,
    paths: [...routes.keys()],
    page(path) {
      const found = routes.get(path)
      if (found && !pages.has(path)) pages.set(path, planPage(found.route, found.content))
      return pages.get(path)
    },
    notFound: once(() => planNotFoundPage(content)),
    file: createFileGenerator(versions),
    home: (path) => routes.get(path)?.route.entry.file,
    marked: once(() => createSnapshot(mark(content))),
  }
}

/** Creates a reader that caches parsed files between reads of a content folder. */
export function createContentReader(folder: string, edition: () => EditionRequest) {
  const cache = createParseCache()
  return {
    /**
     * Returns the content with the texts from which it was created.
     * @param written files to read again even if they seem unchanged
     */
    read(written: Iterable<string>): Promise<LoadResult> {
      for (const file of written) cache.forget(file)
      return loadContent(folder, { cache, edition: edition(), readAllTexts: true })
    },
    /** Reads files again even if they seem unchanged. */
    forget: (written: Iterable<string>): void => {
      for (const file of written) cache.forget(file)
    },
    /** Reads and checks the current files. @param shown selects which content is shown; by default, as on the pages */
    checkSaved: (shown = edition()): Promise<SavedContent> => checkSaved(folder, { cache, edition: shown }),
    /** Text marker that all snapshots share. */
    mark: createTextMarker(),
  }
}
export type ContentReader = ReturnType<typeof createContentReader>

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
