import { QuoteBlock } from '../quote/quote-block.tsx'
import type { SectionProps } from '../section-props.ts'
import { slideLabel } from './slide-label.ts'

/** One slide at a time; the dots are links to the slides, so that they work without scripting. */
export function QuoteDots({ view, site }: SectionProps<'testimonials'>) {
  const { items } = view
  return (
    <div className="grid" data-carousel="dots">
      <h2 className="c4">{view.heading}</h2>
      <div className="c8">
        <div className="slides slides-one" role="group" tabIndex={0} aria-label={view.heading}>
          {items.map((testimonial, place) => (
            <div
              key={testimonial.author}
              className="slide"
              id={`client-${place + 1}`}
              role="group"
              aria-label={slideLabel(site.labels, place, items.length)}
            >
              <QuoteBlock testimonial={testimonial} site={site} large />
            </div>
          ))}
        </div>
        <p className="dots">
          {items.map((testimonial, place) => (
            <a
              key={testimonial.author}
              href={`#client-${place + 1}`}
              aria-label={slideLabel(site.labels, place, items.length)}
              aria-current={place === 0 ? true : undefined}
            />
          ))}
        </p>
      </div>
    </div>
  )
}
