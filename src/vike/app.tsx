import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { useDialogs } from '../client/dialogs.ts'
import { useLinkNavigation } from '../client/links.ts'
import { PageSourceContext } from '../client/page-source.ts'
import { createPageStore, type PageStore } from '../client/page-store.ts'
import { createPageStyles } from '../client/page-styles.ts'
import { activatePopups } from '../client/popups.ts'
import { parsePage, readPage } from '../client/read-page.ts'
import { activateSubmenus } from '../client/submenus.ts'
import type { ClientPage, LiveSite } from '../sections/view.ts'
import { CurrentPage } from '../site/current-page.tsx'
import { createLiveComponents, type LiveComponents } from '../site/live-components.ts'
import { Notices } from '../ui/notices.tsx'

export interface HydratedApp {
  root: Root
  store: PageStore
  components: LiveComponents
}

/** Hydrates the document, unless it contains no page data. */
export async function hydrateApp(): Promise<HydratedApp | undefined> {
  const main = document.getElementById('main')
  const data = readPage(document)
  if (!main || !data) return undefined
  const { build, page } = data
  const components = createLiveComponents()
  // Before hydration starts, lets the browser handle taps that were made while the scripts were loading.
  await Promise.all([components.load(page), new Promise((resolve) => setTimeout(resolve))])
  const styles = createPageStyles()
  const store = createPageStore({
    first: { path: window.location.pathname, page },
    build,
    parse: parsePage,
    prepare: (page) => Promise.all([components.load(page), styles.load(page)]),
    show: styles.show,
  })
  activateSubmenus()
  activatePopups()
  return new Promise((resolve) =>
    startTransition(() => {
      const root = hydrateRoot(main, <App store={store} components={components} page={page} />)
      resolve({ root, store, components })
    }),
  )
}

/** Renders the app. @param page provides the labels that every page has */
export function App({ store, components, page: { site } }: Omit<HydratedApp, 'root'> & { page: ClientPage }) {
  return (
    <PageSourceContext value={store}>
      <BrowserRouter>
        <Behavior store={store} labels={site.labels} />
        <CurrentPage site={site} components={components} />
        <Notices label={site.labels.notifications} closeLabel={site.labels.close} />
      </BrowserRouter>
    </PageSourceContext>
  )
}

/** Adds event handlers to the whole document, including the header and footer. */
function Behavior({ store, labels }: { store: PageStore; labels: LiveSite['labels'] }) {
  useDialogs(store, labels.offline)
  useLinkNavigation(store, labels)
  return null
}
