import type { Content } from '../../src/collections/content.ts'
import { listRoutes } from '../../src/routes.ts'
import { createSiteView } from '../../src/site/views.ts'
import { STATUS_PAGES } from '../build/addresses.ts'
import { ensureBundle } from '../build/bundle.mjs'
import { createPageMaker } from '../build/page-maker.ts'
import { listPageFiles, type PageFile } from '../build/pages.ts'

/** How to make each page of a site, by its address; those of statuses among them, such as `/404`. */
export function listPages(content: Content): Map<string, () => PageFile> {
  const routes = listRoutes(content)
  const names = [...routes.map(({ path }) => path), ...STATUS_PAGES.map((status) => `/${status}`)]
  const makers = listPageFiles(routes, content)
  return new Map(names.map((name, index) => [name, makers[index] as () => PageFile]))
}

/** All that a page is rendered from, beside what surrounds it: equal texts give equal pages. */
export function inputOf(page: PageFile | undefined): string {
  return page ? JSON.stringify([page.view, page.meta]) : ''
}

/** A page as it is published. */
export type Render = (page: PageFile) => Promise<string>

/** Renders pages as the build does. */
export async function createRender(content: Content): Promise<Render> {
  const bundle = await ensureBundle('components')
  const make = await createPageMaker({ bundle, site: createSiteView(content) })
  return async ({ view, meta }) => Buffer.concat((await make([{ view, meta }])).map(({ html }) => html)).toString()
}
