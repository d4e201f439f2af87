import { Suspense, use, useContext, useState } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { useMotion } from '../client/motion/use-motion.ts'
import { type PageSource, PageSourceContext } from '../client/page-source.ts'
import { createVisitState, useNavigationEffects, type VisitState } from '../client/use-navigation-effects.ts'
import { SavedAnswersContext } from '../forms/use-saved-answers.ts'
import type { ClientPage, LiveSite } from '../sections/view.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { LiveComponents } from './live-components.ts'

interface SiteProps {
  site: LiveSite
  components: LiveComponents
}

/** Renders the content of `main`, which is the same on the server and in the browser. */
export function Site({ site, components }: SiteProps) {
  const [saved] = useState(() => new Map<string, FormData>())
  const [visit] = useState(createVisitState)
  return (
    <SavedAnswersContext value={saved}>
      <Routes>
        <Route path="*" element={<RoutedPage site={site} components={components} visit={visit} />} />
      </Routes>
    </SavedAnswersContext>
  )
}

/**
 * Renders the page at the current address. There is one route for all pages, because the content defines which pages
 * exist.
 */
function RoutedPage({ site, components, visit }: SiteProps & { visit: VisitState }) {
  const { pathname } = useLocation()
  const source = useContext(PageSourceContext)
  if (!source) throw new Error('PageSourceContext has no provider')
  return (
    <ErrorBoundary key={pathname} site={site}>
      <LoadedPage page={source.read(pathname)} components={components} source={source} visit={visit} />
    </ErrorBoundary>
  )
}

interface LoadedPageProps {
  page: ClientPage | Promise<ClientPage>
  components: LiveComponents
  source: PageSource
  visit: VisitState
}

function LoadedPage({ page, components, source, visit }: LoadedPageProps) {
  const loaded = page instanceof Promise ? use(page) : page
  useNavigationEffects(loaded, visit, source)
  useMotion(loaded, visit.revealed)
  return <Page page={loaded} components={components} />
}

/**
 * Renders the sections of a page. HTML blocks remain unchanged in the document. Each live section has a Suspense
 * boundary, so that hydration can pause to handle a click.
 */
function Page({ page, components }: { page: ClientPage; components: LiveComponents }) {
  return page.sections.map((section, index) => {
    const key = `${page.path}#${index}`
    if (section.type === 'html') {
      return <div key={key} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: section.html }} />
    }
    const Section = components.get(section.type)
    return (
      <Suspense key={key}>
        <Section view={section} site={page.site} />
      </Suspense>
    )
  })
}
