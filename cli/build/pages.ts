import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes, type Route } from '@northshelf/site/routes.ts'
import { isLaterPage } from '@northshelf/site/schema/pagination.ts'
import type { PageView } from '@northshelf/site/sections/view.ts'
import { createErrorPageMeta, createPageMeta, createShareCard, type ShareCard } from '@northshelf/site/site/meta.ts'
import type { PageMeta } from '@northshelf/site/site/render-input.ts'
import { createNotFoundView, createPageView, createServerErrorView } from '@northshelf/site/site/views.ts'
import type { STATUS_PAGE_CODES } from '../content/served-addresses.ts'

/** A page before it is rendered. */
export interface PlannedPage {
  path: string
  /** Content file that defines the page. */
  file: string
  htmlFile: string
  view: PageView
  meta: PageMeta
  /** Card for the share image. Later pages of a list use the first page's image; undefined for status pages. */
  card: ShareCard | undefined
}

export function planPage(route: Route, content: Content): PlannedPage {
  return {
    path: route.path,
    file: route.entry.file,
    htmlFile: route.path === '/' ? 'index.html' : `${route.path.slice(1)}.html`,
    view: createPageView(route, content),
    meta: createPageMeta(route, content),
    card: isLaterPage(route.pagination) || route.entry.share ? undefined : createShareCard(route, content),
  }
}

export function planNotFoundPage(content: Content): PlannedPage {
  return planStatusPage(404, createNotFoundView(content), content)
}

/** Creates the page for an error status, which is served at the requested URL. */
function planStatusPage(status: (typeof STATUS_PAGE_CODES)[number], view: PageView, content: Content): PlannedPage {
  const meta = createErrorPageMeta(view, content)
  const htmlFile = `${content.home.slice(1)}/${status}.html`.replace(/^\//, '')
  return { path: view.path, file: getSiteFilePath(content), htmlFile, card: undefined, view, meta }
}

/** Returns the path of site.yaml, which contains all content that is not in an entry. */
export function getSiteFilePath({ pages }: Content): string {
  return `${pages[0]?.file.split('/', 1)[0] ?? 'content'}/site.yaml`
}

/** The site in one language. */
export interface LanguageVersion {
  content: Content
  routes: Route[]
  pages: Map<string, () => PlannedPage>
}

/** Lists the site in each of its languages, the source first. Only the source has all error pages of the web server. */
export function listLanguageVersions(source: Content): LanguageVersion[] {
  return [source, ...source.translations].map((content) => {
    const routes = listRoutes(content)
    const translated = () =>
      new Map([
        ...routes.map((route) => [route.path, () => planPage(route, content)] as const),
        [`${content.home}/404`, () => planNotFoundPage(content)] as const,
      ])
    return { content, routes, pages: content === source ? listPlannedPages(content, routes) : translated() }
  })
}

/** Returns the HTML files by path, such as `/about` or `/404`: functions that create them on demand, to save memory. */
export function listPlannedPages(content: Content, routes = listRoutes(content)): Map<string, () => PlannedPage> {
  return new Map<string, () => PlannedPage>([
    ...routes.map((route) => [route.path, () => planPage(route, content)] as const),
    ['/404', () => planNotFoundPage(content)],
    ['/413', () => planStatusPage(413, createServerErrorView(content, 'tooLarge'), content)],
    ['/429', () => planStatusPage(429, createServerErrorView(content, 'tooMany'), content)],
    ['/502', () => planStatusPage(502, createServerErrorView(content, 'down'), content)],
    ['/503', () => planStatusPage(503, createServerErrorView(content, 'closed'), content)],
  ])
}
