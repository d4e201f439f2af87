import { use, useContext } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import type { ClientPage, SiteView } from '../content/view.ts'
import { Layout } from '../layout/layout.tsx'
import { Page } from '../pages/page.tsx'
import { useArrival } from './arrival.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { useMotion } from './motion/use-motion.ts'
import { PageSourceContext } from './page-source.ts'

/** The whole body of a document. The same tree on the server and in the browser. */
export function Site({ site }: { site: SiteView }) {
  return (
    <Routes>
      <Route path="*" element={<RoutedPage site={site} />} />
    </Routes>
  )
}

/** The page of the current address: which pages exist is content, so one route serves them all. */
function RoutedPage({ site }: { site: SiteView }) {
  const { pathname } = useLocation()
  const source = useContext(PageSourceContext)
  if (!source) throw new Error('there is no page source')
  const page = source.read(pathname)
  return (
    <Layout path={page instanceof Promise ? pathname : page.path} site={site}>
      <ErrorBoundary key={pathname} site={site}>
        <LoadedPage page={page} site={site} arrived={source.arrived} />
      </ErrorBoundary>
    </Layout>
  )
}

interface LoadedPageProps {
  page: ClientPage | Promise<ClientPage>
  site: SiteView
  arrived: (path: string) => void
}

function LoadedPage({ page, site, arrived }: LoadedPageProps) {
  const loaded = page instanceof Promise ? use(page) : page
  useArrival(loaded, site, arrived)
  useMotion(loaded)
  return <Page page={loaded} site={site} />
}
