import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

export default function Framework({ view }: SectionProps<'framework'>) {
  const { labels } = view
  return (
    <Section name="framework">
      <SectionHead heading={view.heading} text={view.text} />
      <ol className="rows fw">
        {view.items.map((item) => (
          <li key={item.category} className="grid">
            <h3 className="c3">{item.category}</h3>
            <div className="c4 fw-problem">
              <p className="label">{labels.problem}</p>
              <p>{item.painPoint}</p>
            </div>
            <div className="c5 fw-solution">
              <p className="label">{labels.solution}</p>
              <h4>{item.solutionTitle}</h4>
              <InlineParagraph className="muted" text={item.description} />
              <p className="fw-result">
                <span className="label">{labels.results}</span> <b>{item.results}</b>
              </p>
            </div>
            {item.to && (
              <a className="c3 fw-more more arrow" href={item.to}>
                {labels.more}
                <span className="visually-hidden"> {item.category}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
