import { ActionLink } from '../../ui/action-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Paragraphs } from '../../ui/inline-markdown.tsx'
import { PhotoCover } from '../../ui/photo.tsx'
import { Section } from '../../ui/section.tsx'
import type { SectionProps } from '../view.ts'

/** Shows the heading, or a photo, on the left and the text on the right. */
export default function Text({ view: { id, heading, text, photo, actions } }: SectionProps<'text'>) {
  return (
    <Section name="text" id={id} pad="s">
      <div className="grid">
        {photo ? (
          <div className="c6">
            <PhotoCover photo={photo} sizes="(min-width: 60rem) min(50vw, 600px), calc(100vw - 40px)" />
          </div>
        ) : (
          <h2 className="c4">{heading}</h2>
        )}
        <div className={classNames(photo ? 'c6 from-end' : 'c8', 'text-body stack16')}>
          {photo && <h2>{heading}</h2>}
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
