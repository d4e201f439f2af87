import { createContext } from 'react'
import type { ClientPage } from '../sections/view.ts'

/** Where the routed page comes from. */
export interface PageSource {
  /** At once when it is there, else a promise that suspends. */
  read(path: string): ClientPage | Promise<ClientPage>
  /** A page is on screen. */
  arrived(path: string): void
}

export const PageSourceContext = createContext<PageSource | undefined>(undefined)
