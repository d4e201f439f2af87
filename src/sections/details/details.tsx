import { Accordion } from '../../ui/accordion.tsx'
import { InlineMarkdown } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Expanding topics: a title, its text and, where there are any, its points. */
export default function Details({ view }: SectionProps<'details'>) {
  return (
    <Section name="details">
      <div className="grid">
        <div className="c4 stack16">
          <h2>{view.heading}</h2>
          {view.text && (
            <p className="muted">
              <InlineMarkdown text={view.text} />
            </p>
          )}
        </div>
        <div className="c8">
          <Accordion name="details" items={view.items} open={0} />
        </div>
      </div>
    </Section>
  )
}
