import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { InlineParagraph } from '../../ui/inline-markdown.tsx'
import { Section } from '../../ui/section.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import type { PersonView } from '../entry-views.ts'
import type { SectionProps } from '../view.ts'
import { PersonPortrait } from './person.tsx'

export default function People({ view: { id, heading, text, people, page }, site }: SectionProps<'people'>) {
  return (
    <Section name="people" id={id} pad={page ? 's' : 'l'}>
      {page?.parent && <Breadcrumb back={page.parent} current={heading} label={site.labels.breadcrumb} />}
      {!page && <SectionHead heading={heading} text={text} />}
      <ul className={page ? undefined : 'people-list'}>
        {people.map((person) => (
          <li key={person.name} className={page ? 'person person-own' : 'person'}>
            <PersonDetails person={person} as={page ? 'h1' : 'h3'} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shows a portrait beside the name, role, bio and links of a person. */
export function PersonDetails({ person, as: Name }: { person: PersonView; as: 'h1' | 'h2' | 'h3' }) {
  const { name, role, bio, speaks, links, path } = person
  return (
    <>
      <PersonPortrait person={person} width={Name === 'h1' ? 224 : 112} />
      <div>
        <Name>{path && Name !== 'h1' ? <a href={path}>{name}</a> : name}</Name>
        <p className="meta">{role}</p>
        {speaks && <p className="meta">{speaks}</p>}
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
