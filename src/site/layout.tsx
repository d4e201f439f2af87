import type { SiteView } from '../sections/site-view.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { HelpWidget } from './help-widget.tsx'

interface LayoutProps {
  path: string
  site: SiteView
  /** HTML of the page's main content, which React hydrates. */
  main: string
}

/**
 * Renders everything around the main content of a page. It remains in the document during client-side navigation
 * (src/client). `main` is focusable for the skip link and for that navigation.
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

/** Defines the hatch patterns for all pictures. Does not use `display: none`, because hidden patterns paint nothing. */
function Hatches() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <pattern id="h-ink" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="s-muted" d="M0 0v5" strokeWidth="2" />
      </pattern>
      <pattern id="h-coral" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="s-coral" d="M0 0v6" strokeWidth="3.5" />
      </pattern>
    </svg>
  )
}
