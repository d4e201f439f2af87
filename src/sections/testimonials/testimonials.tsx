import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'
import { QuoteDots } from './quote-dots.tsx'
import { QuoteSlides } from './quote-slides.tsx'

/** Testimonials to slide through: two at a time with buttons, or one at a time picked by dots. */
export default function Testimonials(props: SectionProps<'testimonials'>) {
  const Quotes = props.view.look === 'dots' ? QuoteDots : QuoteSlides
  return (
    <Section name="testimonials" pad="s">
      <Quotes {...props} />
    </Section>
  )
}
