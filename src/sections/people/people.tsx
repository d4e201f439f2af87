import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { PersonView } from '../entry-views.ts'
import type { SectionProps } from '../view.ts'
import { PersonPortrait } from './person.tsx'

export default function People({ view: { id, heading, text, people } }: SectionProps<'people'>) {
  return (
    <Section name="people" id={id}>
      <SectionHead heading={heading} text={text} />
      <ul className="people-list">
        {people.map((person) => (
          <li key={person.name} className="person">
            <PersonDetails person={person} as="h3" />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shows a portrait beside the name, role, bio and links of a person. */
export function PersonDetails({ person, as: Name }: { person: PersonView; as: 'h2' | 'h3' }) {
  const { name, role, bio, links } = person
  return (
    <>
      <PersonPortrait person={person} width={112} />
      <div>
        <Name>{name}</Name>
        <p className="meta">{role}</p>
        {bio && <InlineParagraph className="person-bio" text={bio} />}
        {links.length > 0 && (
          <ul className="person-links">
            {links.map(({ label, to }) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
