import type { PageMeta } from '../schema/meta.ts'
import type { ClientPage, PageView, SiteView } from '../sections/view.ts'
import type { FontFiles } from '../site/head.tsx'

export type { FontFiles }

/** Everything one document is rendered from. */
export interface RenderInput {
  view: PageView
  site: SiteView
  meta: PageMeta
  /** Id of the build. */
  build: string
  fonts: FontFiles
  /** HTML of the scripts that the document loads. */
  scripts: string
}

/** A document, and the page for client-side navigation. */
export interface RenderOutput {
  html: string
  page: ClientPage
}

/** Where the build puts the styles that a page needs. */
export const STYLE_SLOT = '<style data-slot=""></style>'
