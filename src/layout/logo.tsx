import type { SiteView } from '../content/view.ts'

interface LogoProps {
  site: SiteView
}

/** The mark is a shelf: two products and, between them, the tagged one. It links home. */
export function Logo({ site }: LogoProps) {
  return (
    <a className="logo" href="/" aria-label={`${site.logo}, ${site.labels.home}`}>
      <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
        <path d="M0 24h28v4H0zM1 11h7v11H1zM20 14h7v8h-7z" fill="currentColor" />
        <path className="logo-tag" d="M10.5 3 14 0l3.5 3v19h-7z" />
      </svg>
      {site.logo}
    </a>
  )
}
