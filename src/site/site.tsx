import { use, useContext } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { useArrival } from '../client/arrival.ts'
import { useMotion } from '../client/motion/use-motion.ts'
import { PageSourceContext } from '../client/page-source.ts'
import type { ClientPage, SiteView } from '../sections/view.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { Page } from './page.tsx'

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
