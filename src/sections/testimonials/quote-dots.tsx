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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <ul className="slides slides-one" tabIndex={0} aria-label={view.heading}>
          {items.map((testimonial, place) => (
            <li
              key={testimonial.author}
              className="slide"
              id={`client-${place + 1}`}
              aria-label={slideLabel(site.labels, place, items.length)}
            >
              <QuoteBlock testimonial={testimonial} site={site} large />
            </li>
          ))}
        </ul>
        <p className="dots">
          {items.map((testimonial, place) => (
            <a key={testimonial.author} href={`#client-${place + 1}`} aria-current={place === 0 ? true : undefined}>
              <span className="visually-hidden">{slideLabel(site.labels, place, items.length)}</span>
            </a>
          ))}
        </p>
      </div>
    </div>
  )
}
