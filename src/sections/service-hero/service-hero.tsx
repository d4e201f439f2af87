import { PictureFigure } from '../../drawings/picture-figure.tsx'
import { Actions } from '../../ui/actions.tsx'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Sentences } from '../../ui/sentences.tsx'
import type { SectionProps } from '../view.ts'

/** Opens a service or solution: trail, heading, what it does, and its picture across the page. */
export default function ServiceHero({ view, site }: SectionProps<'service-hero'>) {
  const { trail, title, heading, text, actions, picture } = view
  return (
    <section className="service-hero">
      <div className="wrap">
        <nav className="crumb" aria-label={site.labels.breadcrumb}>
          <a href={trail.to}>{trail.label}</a> <span aria-hidden="true">/</span>{' '}
          <span aria-current="page">{title}</span>
        </nav>
        <div className="grid">
          <h1 className="c7" tabIndex={-1}>
            <Sentences text={heading} />
          </h1>
          <div className="c4 from9 self-end stack24">
            <InlineParagraph className="lead" text={text} />
            <Actions actions={actions} />
          </div>
        </div>
        {picture && (
          <PictureFigure className="service-hero-figure" picture={picture} caption={site.labels.illustrative} />
        )}
      </div>
    </section>
  )
}
