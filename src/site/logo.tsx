import type { SiteView } from '../sections/site-view.ts'
import { Mark } from '../ui/mark.tsx'

/** The mark and the name, in the colours of the scheme. It links home. */
export function Logo({ site }: { site: SiteView }) {
  return (
    <a className="logo" href="/" aria-label={`${site.logo}, ${site.labels.home}`}>
      <Mark {...site.mark} />
      {site.logo}
    </a>
  )
}
