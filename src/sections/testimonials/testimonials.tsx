import type { Labels } from '../../collections/labels.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { QuoteBlock } from '../quote/quote-block.tsx'
import type { SectionProps } from '../view.ts'

/** Testimonials to slide through: two at a time with buttons, or one at a time picked by dots. */
export default function Testimonials(props: SectionProps<'testimonials'>) {
  const Quotes = props.view.look === 'dots' ? QuoteDots : QuoteSlides
  return (
    <Section name="testimonials" pad="s">
      <Quotes {...props} />
    </Section>
  )
}

/**
 * A strip that scrolls and snaps by itself. The buttons are shown only where scripting can answer them;
 * `data-move` says by how many slides.
 */
function QuoteSlides({ view, site }: SectionProps<'testimonials'>) {
  const { labels } = site
  return (
    <div data-carousel="slides">
      <div className="slides-h">
        <h2>{view.heading}</h2>
        <div className="acts slides-nav">
          <p className="meta num" data-status={labels.slide}>
            {slideLabel(labels, 0, view.items.length)}
          </p>
          <button className="btn btn-line sq" type="button" aria-label={labels.previous} data-move="-1" aria-disabled>
            <Icon name="back" />
          </button>
          <button className="btn sq" type="button" aria-label={labels.next} data-move="1">
            <Icon name="arrow" />
          </button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className="slides" tabIndex={0} aria-label={view.heading}>
        {view.items.map((testimonial, place) => (
          <li key={testimonial.author} className="slide" aria-label={slideLabel(labels, place, view.items.length)}>
            <QuoteBlock testimonial={testimonial} site={site} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One slide at a time; the dots are links to the slides, so that they work without scripting. */
function QuoteDots({ view, site }: SectionProps<'testimonials'>) {
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
              <span className="vh">{slideLabel(site.labels, place, items.length)}</span>
            </a>
          ))}
        </p>
      </div>
    </div>
  )
}

/** `slide n of m`, in the site's words; `place` counts from 0. */
function slideLabel(labels: Labels, place: number, count: number): string {
  return labels.slide.replace('{n}', String(place + 1)).replace('{m}', String(count))
}
