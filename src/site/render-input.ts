import type { PageMeta } from '../schema/meta.ts'
import type { SiteView } from '../sections/site-view.ts'
import type { ClientPage, PageView } from '../sections/view.ts'
import type { FontFiles } from './head.tsx'

export type { FontFiles }

/** Input that all documents of a build share. */
export interface SharedRenderInput {
  site: SiteView
  build: string
  fonts: FontFiles
  /** HTML of the scripts that all documents load. */
  scripts: string
}

/** Input for one document. */
export interface RenderInput {
  view: PageView
  meta: PageMeta
}

export interface RenderedDocument {
  html: string
  /** The page data for client-side navigation. */
  page: ClientPage
}

/** Placeholder for a page's styles. */
export const STYLE_SLOT = '<style data-slot=""></style>'

/** Data in a document that the browser needs to hydrate it. */
export interface InlineData {
  build: string
  page: ClientPage
}
