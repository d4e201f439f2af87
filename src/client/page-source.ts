import { createContext } from 'react'
import type { ClientPage } from '../sections/view.ts'

/** Provides the page for the current route. */
export interface PageSource {
  /** Returns the page if it is loaded, otherwise a promise to suspend on. */
  read(path: string): ClientPage | Promise<ClientPage>
  /** Called when a page is inserted into the document, to apply its styles. */
  show(page: ClientPage): void
  /** Called after the page has been inserted into the document. */
  arrived(path: string): void
}

export const PageSourceContext = createContext<PageSource | undefined>(undefined)
