import type { SiteView } from '../sections/site-view.ts'
import { countCharacters } from '../ui/count-characters.ts'
import { Mark } from '../ui/mark.tsx'

/** A longer logo is smaller on phones. */
const SHORT_LOGO = 13

/** Shows the mark and the name in colors that follow the color scheme. Links to the front page. */
export function Logo({ site }: { site: SiteView }) {
  return (
    <a
      className={countCharacters(site.logo) > SHORT_LOGO ? 'logo logo-long' : 'logo'}
      href={site.frontPage}
      aria-label={`${site.logo}, ${site.labels.home}`}
    >
      <Mark {...site.mark} />
      {site.logo}
    </a>
  )
}
