import type { ClientPage } from '@northshelf/site/sections/view.ts'

/** An update for an open page. */
export interface PageUpdate {
  build: string
  page: ClientPage
  /** The complete document. */
  html: string
  /** Address to open if the page no longer exists. */
  near?: string | undefined
}
