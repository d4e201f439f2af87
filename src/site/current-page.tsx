import { Suspense, use, useContext, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useMotion } from '../client/motion/use-motion.ts'
import { type PageSource, PageSourceContext } from '../client/page-source.ts'
import { createVisitState, useNavigationEffects, type VisitState } from '../client/use-navigation-effects.ts'
import { FormVisitContext } from '../forms/visit-context.ts'
import type { ClientPage, LiveSite } from '../sections/view.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import type { LiveComponents } from './live-components.ts'

/** Renders the page at the current address into `main`. The result is the same on the server and in the browser. */
export function CurrentPage({ site, components }: { site: LiveSite; components: LiveComponents }) {
  const [visit] = useState(createVisitState)
  const { pathname } = useLocation()
  const source = useContext(PageSourceContext)
  if (!source) throw new Error('PageSourceContext has no provider')
  return (
    <FormVisitContext value={visit}>
      <ErrorBoundary key={pathname} site={site}>
        <Page page={source.read(pathname)} components={components} source={source} visit={visit} />
      </ErrorBoundary>
    </FormVisitContext>
  )
}

interface PageProps {
  page: ClientPage | Promise<ClientPage>
  components: LiveComponents
  source: PageSource
  visit: VisitState
}

/**
 * Renders the sections of a page. HTML blocks remain unchanged in the document. Each live section has a Suspense
 * boundary, so that hydration can pause to handle a click.
 */
function Page({ page, components, source, visit }: PageProps) {
  const loaded = page instanceof Promise ? use(page) : page
  useNavigationEffects(loaded, visit, source)
  useMotion(loaded, visit.revealed)
  return loaded.sections.map((section, index) => {
    const key = `${loaded.path}#${index}`
    if (section.type === 'html') {
      return <div key={key} data-html="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: section.html }} />
    }
    const Section = components.get(section.type)
    return (
      <Suspense key={key}>
        <Section view={section} site={loaded.site} />
      </Suspense>
    )
  })
}
