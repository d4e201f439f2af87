import { z } from 'zod'
import type { Link } from '../entries/menus.ts'
import type { PageContent } from '../entries/page-content.ts'
import { toPlainText } from '../schema/inline-markdown.ts'
import type { Pagination } from '../schema/pagination.ts'
import { pageDescription } from '../schema/text.ts'
import { getSectionDefinition, resolveSection, type SectionDefinition } from '../sections/definition.ts'
import { type Section, sectionSchema } from '../sections/section.ts'
import type { SectionView } from '../sections/view.ts'
import type { CollectionPages } from './collection.ts'

export interface WithSections {
  sections?: readonly Section[] | undefined
}

/** Sections that an entry adds to its page, which already has a main heading. They are not paginated. */
export const addedSectionsSchema = z
  .array(sectionSchema)
  .refine((sections) => !sections.some(isWholePage), 'a hero, or a list of a whole folder, can only be in a page')
  .meta({ hasOwnHeading: true })

function isWholePage(section: Section): boolean {
  const { opening, lists } = getSectionDefinition(section.type)
  return opening !== undefined || lists?.(section) !== undefined
}

export function resolveSections({ sections = [] }: WithSections, content: PageContent, pagination?: Pagination) {
  return sections.map((section) => resolveSection(section, content, pagination))
}

/** What the sections of an entry contribute to its page. */
export const sectionPages = {
  structuredData: (entry: WithSections, content: PageContent) => [
    ...describeQuestions(collect(entry, ({ questions }, section) => questions?.(section, content))),
    ...collect(entry, ({ structuredData }, section) => structuredData?.(section, content)),
  ],
  listFrameOrigins: (entry: WithSections) =>
    collect(entry, ({ listFrameOrigins }, section) => listFrameOrigins?.(section)),
  expiringParts: (entry: WithSections) => collect(entry, ({ expiringParts }, section) => expiringParts?.(section)),
  anchors: ({ sections }) =>
    (Array.isArray(sections) ? sections : []).flatMap((section) => [
      ...(typeof section?.id === 'string' ? [section.id] : []),
      ...(getSectionDefinition(section?.type).anchors ?? []),
    ]),
} satisfies Partial<CollectionPages<never, string>>

/** Returns what a function reads from each section. */
function collect<T>(
  { sections = [] }: WithSections,
  read: (definition: SectionDefinition, section: Section) => T[] | undefined,
): T[] {
  return sections.flatMap((section) => read(getSectionDefinition(section.type), section) ?? [])
}

function describeQuestions(questions: { question: string; answer: string }[]): object[] {
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: toPlainText(answer) },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

/** Returns fields for entries of which only those with a description have a page. @param what name of the type */
export function createPageFields(what: string) {
  const description = `Description for search results and shared links; a ${what} with a description has a page`
  return {
    metaDescription: pageDescription.optional().describe(description),
    sections: addedSectionsSchema.optional().describe(`Sections on the page of the ${what}, if it has one`),
  }
}

/** What the pages of entries with `createPageFields` have in common. */
export const optionalPages = {
  ...sectionPages,
  isOptional: true,
  path: '{folder}/{slug}',
  title: ['name'],
  description: 'metaDescription',
  name: ({ name }: { name: string }) => name,
} as const

/** Returns the view of the section at the top of their pages. @param parent link to the page that lists the entries */
export function openPage(section: Section, content: PageContent, parent: Link | undefined) {
  return { ...resolveSection(section, content), page: { parent } } as SectionView
}
