import type { SiteView } from '../sections/site-view.ts'
import { Mark } from '../ui/mark.tsx'

/** Shows the mark and the name in colours that follow the colour scheme. Links to the front page. */
export function Logo({ site }: { site: SiteView }) {
  return (
    <a className="logo" href="/" aria-label={`${site.logo}, ${site.labels.home}`}>
      <Mark {...site.mark} />
      {site.logo}
    </a>
  )
}
