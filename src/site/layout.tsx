import type { SiteView } from '../sections/site-view.ts'
import { Footer } from './footer.tsx'
import { Hatches } from './hatches.tsx'
import { Header } from './header.tsx'
import { HelpWidget } from './help-widget.tsx'

interface LayoutProps {
  path: string
  site: SiteView
  /** HTML of the page: what React takes over in the browser. */
  main: string
}

/**
 * What surrounds every page: HTML that stays as it is, whichever page it surrounds (src/client). `main` can take focus,
 * for the skip link and after client navigation.
 */
export function Layout({ path, site, main }: LayoutProps) {
  return (
    <>
      <a className="skip" href="#main">
        {site.labels.skipToContent}
      </a>
      <Hatches />
      <Header path={path} site={site} />
      <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: main }} />
      <Footer site={site} />
      <HelpWidget site={site} />
    </>
  )
}
