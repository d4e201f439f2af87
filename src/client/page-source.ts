import { createContext } from 'react'
import type { ClientPage } from '../sections/view.ts'

/** Where the routed page comes from. */
export interface PageSource {
  /** At once when it is there, else a promise that suspends. */
  read(path: string): ClientPage | Promise<ClientPage>
  /** A page is being put into the document: its styles apply from here on. */
  show(page: ClientPage): void
  /** A page is in the document, in its place. */
  arrived(path: string): void
}

export const PageSourceContext = createContext<PageSource | undefined>(undefined)
