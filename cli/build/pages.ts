import { dataPath } from '@northshelf/site/client/page-store.ts'
import type { Content } from '@northshelf/site/collections/content.ts'
import type { Route } from '@northshelf/site/routes.ts'
import type { PageMeta } from '@northshelf/site/schema/meta.ts'
import { isFurther } from '@northshelf/site/schema/pagination.ts'
import type { PageView } from '@northshelf/site/sections/view.ts'
import { createMeta, createMetaWithoutAddress } from '@northshelf/site/site/meta.ts'
import { createShareCard, type ShareCard } from '@northshelf/site/site/share.ts'
import { createNotFoundView, createPageView, createUnsentView } from '@northshelf/site/site/views.ts'
import type { STATUS_PAGES } from '../content/served-addresses.ts'

/** One HTML file of the output: what it shows and where it goes. */
export interface PageFile {
  path: string
  /** The content file that it is the page of. */
  file: string
  html: string
  /** Data for client-side navigation; the page for unknown paths has none. */
  data: string | undefined
  view: PageView
  meta: PageMeta
  /** What stands on its picture for shared links. Pages on which a list goes on show that of the first; statuses none. */
  card: ShareCard | undefined
}

/** The HTML file of a route. */
export function createPageFile(route: Route, content: Content): PageFile {
  return {
    path: route.path,
    file: route.entry.file,
    html: route.path === '/' ? 'index.html' : `${route.path.slice(1)}.html`,
    data: dataPath(route.path).slice(1),
    view: createPageView(route, content),
    meta: createMeta(route, content),
    card: isFurther(route.pagination) ? undefined : createShareCard(route, content),
  }
}

/** The HTML file for every path that has none. */
export function createNotFoundFile(content: Content): PageFile {
  return createStatusFile(404, createNotFoundView(content), content)
}

/** Shown in place of an answer, at whatever address was asked for. */
function createStatusFile(status: (typeof STATUS_PAGES)[number], view: PageView, content: Content): PageFile {
  const meta = createMetaWithoutAddress(view, content)
  const html = `${status}.html`
  return { path: view.path, file: siteFile(content), html, data: undefined, card: undefined, view, meta }
}

/** What belongs to no entry stands in site.yaml, beside their folders. */
export function siteFile({ pages }: Content): string {
  return `${pages[0]?.file.split('/', 1)[0] ?? 'content'}/site.yaml`
}

/** Every HTML file that the site must have, each made when it is its turn: all together are as large as the site. */
export function listPageFiles(routes: Route[], content: Content): (() => PageFile)[] {
  return [
    ...routes.map((route) => () => createPageFile(route, content)),
    () => createNotFoundFile(content),
    () => createStatusFile(413, createUnsentView(content, 'tooLarge'), content),
    () => createStatusFile(429, createUnsentView(content, 'tooMany'), content),
    () => createStatusFile(502, createUnsentView(content, 'down'), content),
    () => createStatusFile(503, createUnsentView(content, 'closed'), content),
  ]
}
