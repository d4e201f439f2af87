import { Fragment } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { QuoteBlock } from '../quote/quote.tsx'
import type { SectionProps } from '../view.ts'

/** Shows testimonials in a carousel: two at a time with buttons, or one at a time with dots. */
export default function Testimonials(props: SectionProps<'testimonials'>) {
  const Quotes = props.view.look === 'dots' ? QuoteDots : QuoteSlides
  return (
    <Section name="testimonials" pad="s">
      <Quotes {...props} />
    </Section>
  )
}

/** Shows a strip that scrolls natively. Its buttons need JavaScript and move it by `data-move` slides. */
function QuoteSlides(props: SectionProps<'testimonials'>) {
  const { view, site } = props
  const { labels } = site
  return (
    <div data-carousel="slides">
      <div className="slides-h">
        <h2>{view.heading}</h2>
        <div className="acts slides-nav">
          <p className="meta num" data-status={labels.slide}>
            {slideLabel(props, 0)}
          </p>
          <button className="btn btn-line sq" type="button" aria-label={labels.previous} data-move="-1" aria-disabled>
            <Icon name="back" />
          </button>
          <button className="btn sq" type="button" aria-label={labels.next} data-move="1">
            <Icon name="arrow" />
          </button>
        </div>
      </div>
      <Slides {...props} />
    </div>
  )
}

/** Shows one slide at a time. The dots are links to the slides, so that they work without JavaScript. */
function QuoteDots(props: SectionProps<'testimonials'>) {
  const { heading, items } = props.view
  return (
    <div className="grid" data-carousel="dots">
      <h2 className="c4">{heading}</h2>
      <div className="c8">
        <Slides {...props} alone />
        <p className="dots">
          {items.map(({ author }, index) => (
            <Fragment key={author}>
              <a href={`#client-${index + 1}`} aria-current={index === 0 ? true : undefined}>
                <span className="visually-hidden">{slideLabel(props, index)}</span>
              </a>{' '}
            </Fragment>
          ))}
        </p>
      </div>
    </div>
  )
}

function Slides({ alone, ...props }: SectionProps<'testimonials'> & { alone?: boolean }) {
  const { view, site } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <ul className={alone ? 'slides slides-one' : 'slides'} tabIndex={0} aria-label={view.heading}>
      {view.items.map((testimonial, index) => (
        <li
          key={testimonial.author}
          className="slide"
          id={alone ? `client-${index + 1}` : undefined}
          aria-label={slideLabel(props, index)}
        >
          <QuoteBlock testimonial={testimonial} site={site} large={alone} drawn={view.portraits} />
        </li>
      ))}
    </ul>
  )
}

/** Returns the site's label for a slide, with its number and the number of slides. `index` starts at 0. */
function slideLabel({ view, site }: SectionProps<'testimonials'>, index: number): string {
  return site.labels.slide.replace('{n}', String(index + 1)).replace('{m}', String(view.items.length))
}
