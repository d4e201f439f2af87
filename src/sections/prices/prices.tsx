import { InlineMarkdown, InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { HeadingText } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the heading on the left and the prices on the right, like a menu. */
export default function Prices({ view: { id, heading, text, groups, note } }: SectionProps<'prices'>) {
  return (
    <Section name="prices" id={id}>
      <div className="grid">
        <div className="c4 stack16">
          <HeadingText heading={heading} text={text} />
        </div>
        <div className="c8 prices-groups">
          {groups.map(({ title, items }) => (
            <div key={title ?? ''}>
              {title && <h3>{title}</h3>}
              <dl>
                {items.map((item) => (
                  <div key={item.name}>
                    <dt>
                      <b>{item.name}</b>
                      {item.description && (
                        <span className="muted">
                          <InlineMarkdown text={item.description} />
                        </span>
                      )}
                    </dt>
                    <dd className="num">{item.price}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
          {note && <InlineParagraph className="meta" text={note} />}
        </div>
      </div>
    </Section>
  )
}
