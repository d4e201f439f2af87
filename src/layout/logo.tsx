import type { SiteView } from '../content/view.ts'

interface LogoProps {
  site: SiteView
}

/** The mark and the name, in the colours of the scheme. It links home. */
export function Logo({ site }: LogoProps) {
  const { size, shapes } = site.mark
  return (
    <a className="logo" href="/" aria-label={`${site.logo}, ${site.labels.home}`}>
      <svg viewBox={`0 0 ${size} ${size}`} width="28" height="28" aria-hidden="true">
        {shapes.map((shape) => (
          <path key={shape.d + shape.tone} className={`logo-${shape.tone}`} d={shape.d} />
        ))}
      </svg>
      {site.logo}
    </a>
  )
}
