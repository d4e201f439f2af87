import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { reference } from '../../schema/text.ts'
import { type OwnPage, resolvePerson } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('people').describe('People with their portraits'),
  id: anchor,
  heading,
  text: intro,
  items: z
    .array(reference('people'))
    .min(1)
    .max(24)
    .optional()
    .describe('People to show, in order; without it, all people are shown'),
})

export function resolve({ items, ...section }: z.infer<typeof schema>, content: PageContent) {
  const shown = items ?? content.people.map(({ slug }) => slug)
  return { ...section, people: shown.map((slug) => resolvePerson(content, slug)), page: undefined as OwnPage }
}
