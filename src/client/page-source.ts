import { createContext } from 'react'
import type { ClientPage } from '../sections/view.ts'

/** Source of the routed page. */
export interface PageSource {
  /** Returns the page if it is loaded, else a promise to suspend on. */
  read(path: string): ClientPage | Promise<ClientPage>
  /** Called when a page is inserted into the document; applies its styles. */
  show(page: ClientPage): void
  /** Called when the page is in the document. */
  arrived(path: string): void
}

export const PageSourceContext = createContext<PageSource | undefined>(undefined)
