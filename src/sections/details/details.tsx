import { Accordion } from '../../ui/accordion.tsx'
import { HeadingText } from '../../ui/heading-text.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Expanding topics: a title, its text and, where there are any, its points. */
export default function Details({ view }: SectionProps<'details'>) {
  return (
    <Section name="details">
      <div className="grid">
        <div className="c4 stack16">
          <HeadingText heading={view.heading} text={view.text} />
        </div>
        <div className="c8">
          <Accordion name="details" items={view.items} />
        </div>
      </div>
    </Section>
  )
}
