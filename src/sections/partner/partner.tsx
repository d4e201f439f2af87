import { PictureFigure } from '../../drawings/picture-figure.tsx'
import { Actions } from '../../ui/action-link.tsx'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { HeadingText } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

export default function Partner({ view, site }: SectionProps<'partner'>) {
  const { heading, text, points, actions, picture } = view
  return (
    <Section name="partner" night>
      <div className="grid">
        <div className={picture ? 'c5 stack32' : 'c8 stack32'}>
          <HeadingText heading={heading} text={text} look="lead" />
          <ul className="rows partner-points">
            {points.map((point) => (
              <li key={point.title}>
                <h3>{point.title}</h3>
                <InlineParagraph className="muted" text={point.description} />
              </li>
            ))}
          </ul>
          <Actions actions={actions} />
        </div>
        {picture && (
          <div className="c6 from-end">
            <PictureFigure picture={picture} language={site.language} caption={site.labels.illustrative} />
          </div>
        )}
      </div>
    </Section>
  )
}
