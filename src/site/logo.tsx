import type { SiteView } from '../sections/site-view.ts'
import { Mark } from '../ui/mark.tsx'

/** Shows the mark and the name in colors that follow the color scheme. Links to the front page. */
export function Logo({ site }: { site: SiteView }) {
  return (
    <a className="logo" href={site.home} aria-label={`${site.logo}, ${site.labels.home}`}>
      <Mark {...site.mark} />
      {site.logo}
    </a>
  )
}
