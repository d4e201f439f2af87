import { z } from 'zod'
import { createCardMotif } from '../drawings/picture.ts'
import { createOrganization, createPostalAddress } from '../entries/organization.ts'
import { pageOptions } from '../entries/page-options.ts'
import type { Site } from '../entries/site.ts'
import { draft, pageDescription, pageTitle, sitePath } from '../schema/text.ts'
import { getSectionDefinition } from '../sections/definition.ts'
import { sectionSchema } from '../sections/section.ts'
import { defineCollection } from './collection.ts'
import { resolveSections, sectionPages } from './page-sections.ts'

/** A page made of sections. `path` sets its address; its file name does not matter. */
export const pageSchema = z.strictObject({
  path: sitePath.describe('Address of the page'),
  title: pageTitle.describe('Title in search results and browser tabs; the site name is appended'),
  description: pageDescription,
  sections: z
    .array(sectionSchema)
    .min(1)
    .refine(
      (sections) => sections.filter(getListedFolder).length < 2,
      'only one section can list a whole folder; add `items` to the other sections',
    )
    .describe('Sections of the page, from top to bottom'),
  ...pageOptions,
  draft,
})
export type Page = z.infer<typeof pageSchema>

export const pages = defineCollection({
  name: 'pages',
  folders: { pages: { kind: 'page', next: '. Link to it from a page, or from the menu in site.yaml.' } },
  extension: '.yaml',
  schema: pageSchema,
  samples: { sections: [{ type: 'hero' }, { type: 'features' }, { type: 'closing' }] },
}).withPages({
  ...sectionPages,
  path: '{path}',
  title: ['title'],
  description: 'description',
  name: getMenuLabel,
  view: resolveSections,
  card({ sections, title }, { tagline }) {
    const [opening] = sections.flatMap((section) => getSectionDefinition(section.type).opening?.(section) ?? [])
    return { label: tagline, title: opening?.heading ?? title, drawing: createCardMotif('night', opening?.picture) }
  },
  structuredData: (entry, content) => [
    ...(entry.path === content.home ? describeSite(content.site) : []),
    ...sectionPages.structuredData(entry, content),
  ],
  /** A page that lists a folder changes whenever one of the folder's articles changes. */
  modified: ({ sections }, content) =>
    sections.flatMap((section) => getSectionDefinition(section.type).lastModified?.(section, content) ?? [])[0],
  lists: ({ sections }) => (Array.isArray(sections) ? sections.map(getListedFolder).find(Boolean) : undefined),
})

const getListedFolder = (section?: { type: string }) => section && getSectionDefinition(section.type).lists?.(section)

/** Returns the page's label in the menus or footer, or its `title` if it has none. */
function getMenuLabel({ path, title }: Pick<Page, 'path' | 'title'>, { navigation, footer }: Site): string {
  const links = [
    ...navigation.links,
    ...(navigation.button ? [navigation.button] : []),
    ...footer.columns.flatMap((column) => column.links),
    ...footer.links,
  ]
  return links.find(({ to }) => to === path)?.label ?? title
}

function describeSite(site: Site): object[] {
  return [
    {
      ...createOrganization(site),
      description: site.description,
      email: site.email,
      ...(site.phone && {
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer service',
          telephone: site.phone,
          email: site.email,
        },
      }),
      // Omits an address without a street, because search engines reject it.
      ...(site.address?.street && { address: createPostalAddress(site.address) }),
      ...(site.founded && { foundingDate: String(site.founded) }),
      ...(site.socials.length > 0 && { sameAs: site.socials.map((social) => social.to) }),
    },
    {
      '@type': 'WebSite',
      '@id': `${site.url}/#website`,
      name: site.name,
      url: `${site.url}/`,
      publisher: { '@id': createOrganization(site)['@id'] },
    },
  ]
}
