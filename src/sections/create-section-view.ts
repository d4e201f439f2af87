import type { z } from 'zod'
import type { PageContent } from '../entries/page-content.ts'
import type { Pagination } from '../schema/pagination.ts'
import { resolveSection } from './definition.ts'
import type { sections } from './list.ts'
import { type Section, sectionSchema } from './section.ts'
import type { SectionView } from './view.ts'

type FieldsOf<Definition> = Definition extends { schema: infer Schema extends z.ZodType } ? z.input<Schema> : never

/**
 * Returns the view of a section from the fields that page files accept, for the pages of a collection. Fills in
 * defaults, and resolves references. For an own section, pass its definition:
 * `createSectionView<typeof import('../sections/timetable/schema.ts')>(…)`.
 * @throws Error if a field is wrong or missing
 */
export function createSectionView<Definition = (typeof sections)[keyof typeof sections]>(
  fields: FieldsOf<Definition>,
  content: PageContent,
  pagination?: Pagination,
): SectionView {
  const { data, error } = sectionSchema.safeParse(fields)
  if (error) {
    const problems = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`section ${(fields as Section).type}: ${problems.join('; ')}`)
  }
  return resolveSection(data, content, pagination)
}
