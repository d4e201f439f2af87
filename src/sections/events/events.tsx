import { ActionLink } from '../../ui/action-link.tsx'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

/** Shows events as the lines of a ledger, with date, time and place on the left. */
export default function Events({ view: { id, heading, text, items, empty } }: SectionProps<'events'>) {
  return (
    <Section name="events" id={id}>
      <SectionHead heading={heading} text={text} />
      {items.length === 0 ? (
        <InlineParagraph className="kept-free" text={empty} />
      ) : (
        <ol className="rows">
          {items.map(({ title, day, words, time, place, description, action }) => (
            <li key={`${day} ${title}`} className="grid event">
              <div className="c4">
                <p className="event-day num">
                  <time dateTime={day}>{words}</time>
                </p>
                {time && <p className="num">{time}</p>}
                {place && <InlineParagraph className="muted" text={place} />}
              </div>
              <div className="c8 stack16">
                <h3>{title}</h3>
                {description && <InlineParagraph className="muted" text={description} />}
                {action && (
                  <p>
                    <ActionLink action={action} look="more" arrow />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
