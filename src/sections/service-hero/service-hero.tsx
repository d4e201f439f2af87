import { HeroFigure, HeroHeader } from '../hero/page-hero.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the top of a service or solution page: breadcrumb, heading, lead and actions, with the picture below. */
export default function ServiceHero({ view, site }: SectionProps<'service-hero'>) {
  const { trail, title, heading, text, actions } = view
  return (
    <section className="service-hero">
      <div className="wrap">
        <nav className="crumb" aria-label={site.labels.breadcrumb}>
          <a href={trail.to}>{trail.label}</a> <span aria-hidden="true">/</span>{' '}
          <span aria-current="page">{title}</span>
        </nav>
        <HeroHeader heading={heading} text={text} actions={actions} />
        <HeroFigure className="service-hero-figure" view={view} site={site} caption={site.labels.illustrative} />
      </div>
    </section>
  )
}
