import type { Testimonial } from '../../entries/testimonial.ts'
import { Section } from '../../ui/section.tsx'
import type { SiteView } from '../site-view.ts'
import type { SectionProps } from '../view.ts'

export default function Quote({ view, site }: SectionProps<'quote'>) {
  return (
    <Section name="quote" pad="s" flush>
      <div className="quote-solo ruled">
        <QuoteBlock testimonial={view.testimonial} site={site} large />
      </div>
    </Section>
  )
}

interface QuoteBlockProps {
  testimonial: Testimonial
  site: SiteView
  large?: boolean | undefined
}

/** Shows a quote, its author and the rating. The tag is only outlined, because yellow is used sparingly. */
export function QuoteBlock({ testimonial, site, large }: QuoteBlockProps) {
  const { quote, author, company, initials, image, rating } = testimonial
  const label = site.labels.rating.replace('{n}', String(rating))
  return (
    <figure className={large ? 'q q-l' : 'q'}>
      <blockquote>{quote}</blockquote>
      <figcaption className="q-who">
        {image ? (
          <img src={image.split(' ', 1)[0]} srcSet={image} sizes="48px" alt="" width="48" height="48" loading="lazy" />
        ) : (
          <span className="tag tag-line" aria-hidden="true">
            {initials}
          </span>
        )}{' '}
        <span>
          <b>{author}</b> <span className="meta">{company}</span>
        </span>
        <span className={`stars stars-${rating}`} role="img" aria-label={label} />
      </figcaption>
    </figure>
  )
}
