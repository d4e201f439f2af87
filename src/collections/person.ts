import { createCardMotif } from '../drawings/picture.ts'
import { createOrganization } from '../entries/organization.ts'
import { personSchema } from '../entries/person.ts'
import type { Site } from '../entries/site.ts'
import { type PersonView, resolvePerson } from '../sections/entry-views.ts'
import { defineCollection } from './collection.ts'
import { createPageFields, openPage, optionalPages, resolveSections } from './page-sections.ts'

export const people = defineCollection({
  name: 'people',
  folders: {
    people: {
      kind: 'person',
      next: 'To show the person, add a section of type people to a page, or set `person` in an article. For a page of its own, write `metaDescription`.',
    },
  },
  extension: '.yaml',
  schema: personSchema.extend(createPageFields('person')),
  order: ['order', 'name'],
}).withPages({
  ...optionalPages,
  parent: (_, site) => site.people,
  view: ({ slug, name, sections }, content) => [
    openPage({ type: 'people', heading: name, items: [slug] }, content, content.site.people),
    ...resolveSections({ sections }, content),
  ],
  card: ({ name, role }) => ({ label: role, title: name, drawing: createCardMotif('paper', undefined) }),
  structuredData: (entry, content) => [
    describePerson(resolvePerson(content, entry.slug), content.site),
    ...optionalPages.structuredData(entry, content),
  ],
})

/** schema.org Person. */
export function describePerson({ name, role, phone, email, languages, links, path }: PersonView, site: Site): object {
  const profiles = links.map(({ to }) => to).filter((to) => to.startsWith('https:'))
  const url = path ? site.url + path : profiles[0]
  return {
    '@type': 'Person',
    name,
    jobTitle: role,
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(languages && { knowsLanguage: languages }),
    ...(url && { url }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...(path && { worksFor: createOrganization(site) }),
  }
}
