import type { Testimonial } from '../../entries/testimonial.ts'
import { Section } from '../../ui/section.tsx'
import { PersonPortrait } from '../people/person.tsx'
import type { SiteView } from '../site-view.ts'
import type { SectionProps } from '../view.ts'

export default function Quote({ view, site }: SectionProps<'quote'>) {
  return (
    <Section name="quote" pad="s" flush>
      <div className="quote-solo ruled">
        <QuoteBlock testimonial={view.testimonial} site={site} large drawn />
      </div>
    </Section>
  )
}

interface QuoteBlockProps {
  testimonial: Testimonial
  site: SiteView
  large?: boolean | undefined
  /** Whether to show a drawn portrait instead of initials. */
  drawn?: boolean
}

/**
 * Shows a quote, its author and the rating. By default, carousels show initials instead of drawn portraits, to keep
 * pages with many quotes small. The tag is only outlined, because yellow is used sparingly.
 */
export function QuoteBlock({ testimonial, site, large, drawn }: QuoteBlockProps) {
  const { quote, author, company, initials, image, rating } = testimonial
  const portrait = drawn ? testimonial.portrait : undefined
  const label = site.labels.rating.replace('{n}', String(rating))
  return (
    <figure className={large ? 'q q-l' : 'q'}>
      <blockquote>{quote}</blockquote>
      <figcaption className="q-who">
        {image || portrait ? (
          <PersonPortrait person={{ image, portrait }} width={large ? 72 : 48} />
        ) : (
          <span className="tag tag-line" aria-hidden="true">
            {initials}
          </span>
        )}{' '}
        <span>
          <b>{author}</b> <span className="meta">{company}</span>
        </span>
        <Stars count={rating} label={label} />
      </figcaption>
    </figure>
  )
}

/** Path that draws a star in a box of 17 × 16, and then moves to the top left corner of the next box. */
const STAR = 'm8 .8 2.2 4.8 5.1.6-3.8 3.6 1 5.2-4.5-2.6-4.5 2.6 1-5.2-3.8-3.6 5.1-.6zm9-.8'

function Stars({ count, label }: { count: number; label: string }) {
  const width = count * 17
  return (
    <svg className="stars" role="img" aria-label={label} viewBox={`0 0 ${width} 16`} width={width} height="16">
      <path d={STAR.repeat(count)} />
    </svg>
  )
}
