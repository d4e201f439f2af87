import { InlineParagraph, Paragraphs } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Shows a history, with the story on the left and its years in large type on the right. */
export default function Timeline({ view }: SectionProps<'timeline'>) {
  return (
    <Section name="timeline">
      <div className="grid">
        <div className="c4 stack24">
          <h2>{view.heading}</h2>
          {view.text && (
            <div className="stack16 muted">
              <Paragraphs text={view.text} />
            </div>
          )}
        </div>
        <ol className="rows c8 tl">
          {view.items.map((item) => (
            <li key={item.year}>
              <span className="tl-y num">{item.year}</span>
              <div>
                <h3>{item.title}</h3>
                <InlineParagraph className="muted" text={item.description} />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}
