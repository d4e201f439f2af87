import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

/** Shows steps in order, separated by rules. Each line ends with the time of its step. */
export default function Process({ view }: SectionProps<'process'>) {
  return (
    <Section name="process" id={view.id} pad="s">
      <SectionHead heading={view.heading} text={view.text} />
      <ol className="rows ps">
        {view.steps.map((step, index) => (
          <li key={step.title}>
            <span className="ps-n num" aria-hidden="true">
              {index + 1}
            </span>
            <h3>{step.title}</h3>
            <InlineParagraph className="muted" text={step.description} />
            {step.when && <p className="ps-when">{step.when}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
