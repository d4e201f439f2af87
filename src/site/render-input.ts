import type { PageMeta } from '../schema/meta.ts'
import type { SiteView } from '../sections/site-view.ts'
import type { ClientPage, PageView } from '../sections/view.ts'
import type { FontFiles } from './head.tsx'

export type { FontFiles }

/** Input for all documents of a build. */
export interface Shared {
  site: SiteView
  /** Id of the build. */
  build: string
  fonts: FontFiles
  /** HTML of the scripts that every document loads. */
  scripts: string
}

/** Input for one document. */
export interface RenderInput {
  view: PageView
  meta: PageMeta
}

export interface RenderedDocument {
  html: string
  /** The page for client-side navigation. */
  page: ClientPage
}

/** Placeholder for the styles of a page. */
export const STYLE_SLOT = '<style data-slot=""></style>'

/** Data in the document for its hydration. */
export interface InlineData {
  build: string
  page: ClientPage
}
