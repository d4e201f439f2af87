import type { PageMeta } from '../schema/meta.ts'
import type { ClientPage, PageView, SiteView } from '../sections/view.ts'
import type { FontFiles } from '../site/head.tsx'

export type { FontFiles }

/** Everything one document is rendered from, given to vike as `input` of the page context. */
export interface RenderInput {
  view: PageView
  site: SiteView
  meta: PageMeta
  /** Id of the build. */
  build: string
  fonts: FontFiles
}

/** What the build gets beside the document: the page for client-side navigation. */
export interface RenderOutput {
  page: ClientPage
}

/** Where the build puts the styles that a page needs. */
export const STYLE_SLOT = '<style data-slot=""></style>'
