import '../theme/site.css'
import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { ClientPage, SiteView } from '../sections/view.ts'
import { loadSections } from '../site/load-sections.ts'
import { Site } from '../site/site.tsx'
import { useDialogs } from './dialogs.ts'
import { spareEarlyPresses } from './early-presses.ts'
import { useLinks } from './links.ts'
import { PageSourceContext } from './page-source.ts'
import { createPageStore, type PageStore } from './page-store.ts'
import { usePopups } from './popups.ts'

/** What the document carries for its own hydration. */
export interface InlineData {
  build: string
  /** Address of the words and menus that every page shares. */
  site: string
  page: ClientPage
}

interface AppProps {
  store: PageStore
  site: SiteView
}

/** What is running in this document; `site dev` gives it other content. */
export const running: { root?: Root; app?: AppProps } = {}

/** Hydrates the document. Without the data it needs, the page simply stays the HTML it is. */
export async function start(): Promise<void> {
  const root = document.getElementById('root')
  const inline = document.getElementById('page')?.textContent
  if (!root || !inline) return
  // Running the scripts has taken long enough: a tap that came meanwhile is answered first.
  await new Promise((resolve) => setTimeout(resolve))
  const { build, site: siteAddress, page } = JSON.parse(inline) as InlineData
  const [response] = await Promise.all([fetch(siteAddress), loadSections(page)])
  if (!response.ok) return
  const site = (await response.json()) as SiteView
  const store = createPageStore({
    first: { path: window.location.pathname, page },
    build,
    prepare: loadSections,
  })
  spareEarlyPresses(root)
  startTransition(() => {
    running.app = { store, site }
    running.root = hydrateRoot(root, <App {...running.app} />)
  })
}

export function App({ store, site }: AppProps) {
  return (
    <PageSourceContext value={store}>
      <BrowserRouter>
        <Links store={store} waiting={site.labels.loading} />
        <Site site={site} />
      </BrowserRouter>
    </PageSourceContext>
  )
}

function Links({ store, waiting }: { store: PageStore; waiting: string }) {
  useDialogs(store)
  usePopups()
  useLinks(store, waiting)
  return null
}
