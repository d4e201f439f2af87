import { ActionLink } from '../../ui/action-link.tsx'
import { Paragraphs } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the heading on the left and the text on the right. */
export default function Text({ view: { id, heading, text, actions } }: SectionProps<'text'>) {
  return (
    <Section name="text" id={id} pad="s">
      <div className="grid">
        <h2 className="c4">{heading}</h2>
        <div className="c8 text-body stack16">
          <Paragraphs text={text} />
          {actions.length > 0 && (
            <p className="text-links">
              {actions.map((action) => (
                <ActionLink key={action.label} action={action} look="more" arrow />
              ))}
            </p>
          )}
        </div>
      </div>
    </Section>
  )
}
