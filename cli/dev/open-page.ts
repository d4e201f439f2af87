import type { ClientPage } from '@northshelf/site/sections/view.ts'

/** What an open page is brought up to date with. */
export interface OpenPage {
  build: string
  page: ClientPage
  /** The whole document. */
  html: string
  /** Where to go if the address has no page any more. */
  near?: string | undefined
}
