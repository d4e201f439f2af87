import { Icon } from '../../ui/icon.tsx'
import { QuoteBlock } from '../quote/quote-block.tsx'
import type { SectionProps } from '../view.ts'
import { slideLabel } from './slide-label.ts'

/**
 * A strip that scrolls and snaps by itself. The buttons are shown only where scripting can answer them;
 * `data-move` says by how many slides.
 */
export function QuoteSlides({ view, site }: SectionProps<'testimonials'>) {
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
