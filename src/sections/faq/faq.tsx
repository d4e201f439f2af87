import { Accordion } from '../../ui/accordion.tsx'
import { HeadingText } from '../../ui/heading-text.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Questions and answers, one open at a time. */
export default function Faq({ view }: SectionProps<'faq'>) {
  return (
    <Section name="faq">
      <div className="grid">
        <div className="c4 stack16">
          <HeadingText heading={view.heading} text={view.text} />
        </div>
        <div className="c8">
          <Accordion name="faq" items={view.items.map(({ question, answer }) => ({ title: question, body: answer }))} />
        </div>
      </div>
    </Section>
  )
}
