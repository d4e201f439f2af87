import { getPageDataPath } from '@northshelf/site/client/page-store.ts'
import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes, type Route } from '@northshelf/site/routes.ts'
import { isLaterPage } from '@northshelf/site/schema/pagination.ts'
import type { PageView } from '@northshelf/site/sections/view.ts'
import { createErrorPageMeta, createPageMeta, createShareCard, type ShareCard } from '@northshelf/site/site/meta.ts'
import type { PageMeta } from '@northshelf/site/site/render-input.ts'
import { createNotFoundView, createPageView, createServerErrorView } from '@northshelf/site/site/views.ts'
import type { STATUS_PAGE_CODES } from '../content/served-addresses.ts'

export interface PageFile {
  path: string
  /** Content file that defines the page. */
  file: string
  html: string
  /** Path of the data file for client-side navigation; undefined for status pages. */
  data: string | undefined
  view: PageView
  meta: PageMeta
  /** Card for the share image. Later pages of a list use the first page's image; undefined for status pages. */
  card: ShareCard | undefined
}

export function createPageFile(route: Route, content: Content): PageFile {
  return {
    path: route.path,
    file: route.entry.file,
    html: route.path === '/' ? 'index.html' : `${route.path.slice(1)}.html`,
    data: getPageDataPath(route.path).slice(1),
    view: createPageView(route, content),
    meta: createPageMeta(route, content),
    card: isLaterPage(route.pagination) ? undefined : createShareCard(route, content),
  }
}

export function createNotFoundPageFile(content: Content): PageFile {
  return createStatusFile(404, createNotFoundView(content), content)
}

/** Creates the page for an error status, which is served at the requested URL. */
function createStatusFile(status: (typeof STATUS_PAGE_CODES)[number], view: PageView, content: Content): PageFile {
  const meta = createErrorPageMeta(view, content)
  const html = `${status}.html`
  return { path: view.path, file: getSiteFilePath(content), html, data: undefined, card: undefined, view, meta }
}

/** Returns the path of site.yaml, which contains all content that is not in an entry. */
export function getSiteFilePath({ pages }: Content): string {
  return `${pages[0]?.file.split('/', 1)[0] ?? 'content'}/site.yaml`
}

/** Returns the HTML files by path, such as `/about` or `/404`: functions that create them on demand, to save memory. */
export function listPageFiles(content: Content, routes = listRoutes(content)): Map<string, () => PageFile> {
  return new Map<string, () => PageFile>([
    ...routes.map((route) => [route.path, () => createPageFile(route, content)] as const),
    ['/404', () => createNotFoundPageFile(content)],
    ['/413', () => createStatusFile(413, createServerErrorView(content, 'tooLarge'), content)],
    ['/429', () => createStatusFile(429, createServerErrorView(content, 'tooMany'), content)],
    ['/502', () => createStatusFile(502, createServerErrorView(content, 'down'), content)],
    ['/503', () => createStatusFile(503, createServerErrorView(content, 'closed'), content)],
  ])
}
