import { PictureFigure } from '../../drawings/picture-figure.tsx'
import { classNames } from '../../ui/class-names.ts'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

/** Shows services with drawings, in alternating wide and narrow columns. */
export default function Highlights({ view, site }: SectionProps<'highlights'>) {
  return (
    <Section name="highlights" flush>
      <SectionHead heading={view.heading} text={view.text} />
      <div className="grid highlights-grid">
        {view.items.map((item, index) => (
          <div
            key={item.service}
            className={classNames('highlights-item', index % 4 === 0 || index % 4 === 3 ? 'c7' : 'c5')}
          >
            <h3>
              <a className="arrow" href={item.card.path}>
                {item.card.title}
              </a>
            </h3>
            <InlineParagraph className="muted" text={item.text} />
            {item.picture && <PictureFigure picture={item.picture} language={site.language} />}
          </div>
        ))}
      </div>
      {view.caption && <p className="cap">{view.caption}</p>}
    </Section>
  )
}
