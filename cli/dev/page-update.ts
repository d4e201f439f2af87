import type { ClientPage } from '@northshelf/site/sections/view.ts'

export interface PageUpdate {
  build: string
  page: ClientPage
  /** The complete document. */
  html: string
  /** URL to open if the page no longer exists. */
  near?: string | undefined
}
