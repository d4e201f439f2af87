import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { SectionProps } from '../view.ts'

export default function Hours({ view: { id, heading, text, places } }: SectionProps<'hours'>) {
  return (
    <Section name="hours" id={id}>
      <SectionHead heading={heading} text={text} />
      <ul className="hours-places">
        {places.map(({ name, address, days, note }) => (
          <li key={name}>
            <h3>{name}</h3>
            {address && <InlineParagraph className="muted" text={address} />}
            <dl className="hours-days">
              {days.map((line) => (
                <div key={line.days}>
                  <dt>{line.days}</dt>
                  <dd className="num">{line.open}</dd>
                </div>
              ))}
            </dl>
            {note && <InlineParagraph className="meta" text={note} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}
