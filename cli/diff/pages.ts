import type { Content } from '@northshelf/site/collections/content.ts'
import { listRoutes } from '@northshelf/site/routes.ts'
import { createSiteView } from '@northshelf/site/site/views.ts'
import { ensureBundle } from '../build/bundle.mjs'
import { createPageRenderer } from '../build/page-builder.ts'
import { listPageFiles, type PageFile } from '../build/pages.ts'
import { STATUS_PAGE_CODES } from '../content/served-addresses.ts'

/** Returns functions that create the pages, by path. Includes status pages such as `/404`. */
export function listPageFactories(content: Content): Map<string, () => PageFile> {
  const routes = listRoutes(content)
  const names = [...routes.map(({ path }) => path), ...STATUS_PAGE_CODES.map((status) => `/${status}`)]
  const makers = listPageFiles(routes, content)
  return new Map(names.map((name, index) => [name, makers[index] as () => PageFile]))
}

/** Returns a page's serialized input, excluding the site view. Equal inputs produce equal pages. */
export function serializePageInput(page: PageFile | undefined): string {
  return page ? JSON.stringify([page.view, page.meta]) : ''
}

/** Renders a page exactly as it is published. */
export type RenderPage = (page: PageFile) => Promise<string>

/**
 * Returns a function that creates page renderers. They render like the build, and load no code until the first page is
 * rendered.
 */
export function createRendererFactory(): (content: Content) => RenderPage {
  let renderer: Promise<ReturnType<typeof createPageRenderer>> | undefined
  return (content) => {
    let ready: ReturnType<ReturnType<typeof createPageRenderer>> | undefined
    return async ({ view, meta }) => {
      renderer ??= ensureBundle('components').then(createPageRenderer)
      ready ??= (await renderer)(createSiteView(content))
      return (await (await ready)({ view, meta })).html
    }
  }
}
