import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'
import { QuoteBlock } from './quote-block.tsx'

/** Shows one testimonial, large and on its own. */
export default function Quote({ view, site }: SectionProps<'quote'>) {
  return (
    <Section name="quote" pad="s" flush>
      <div className="quote-solo ruled">
        <QuoteBlock testimonial={view.testimonial} site={site} large />
      </div>
    </Section>
  )
}
