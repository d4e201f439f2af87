import { type ReactNode, useState } from 'react'
import { KeptAnswers } from '../forms/use-kept-answers.ts'
import type { SiteView } from '../sections/view.ts'
import { Notices } from '../ui/notices.tsx'
import { Footer } from './footer.tsx'
import { Hatches } from './hatches.tsx'
import { Header } from './header.tsx'
import { HelpWidget } from './help-widget.tsx'

interface LayoutProps {
  path: string
  site: SiteView
  children: ReactNode
}

/** What surrounds every page. `main` can take focus, for the skip link and after client navigation. */
export function Layout({ path, site, children }: LayoutProps) {
  const [kept] = useState(() => new Map<string, FormData>())
  return (
    <>
      <a className="skip" href="#main">
        {site.labels.skipToContent}
      </a>
      <Hatches />
      <Header path={path} site={site} />
      <main id="main" tabIndex={-1}>
        <KeptAnswers value={kept}>{children}</KeptAnswers>
      </main>
      <Footer site={site} />
      <HelpWidget site={site} />
      <Notices label={site.labels.notifications} closeLabel={site.labels.close} />
    </>
  )
}
