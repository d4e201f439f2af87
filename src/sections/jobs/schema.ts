import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { anchor, heading, intro } from '../../schema/blocks.ts'
import { line } from '../../schema/text.ts'
import { createJobCard } from '../entry-views.ts'

export const schema = z.strictObject({
  type: z.literal('jobs').describe('List of open positions'),
  id: anchor,
  heading,
  text: intro,
  empty: line.describe('Text shown if there are no open positions'),
})

export function resolve(section: z.infer<typeof schema>, { jobs, site }: PageContent) {
  const items = jobs.filter(({ unlisted }) => !unlisted).map((job) => createJobCard(job, site))
  return { ...section, items }
}

const DIALOG = 'dialog-job'
export const anchors = [DIALOG]

/** Returns the dialog that shows a position over the list. */
export function addedSections({ items }: ReturnType<typeof resolve>) {
  return items.length > 0 ? [{ type: 'job-dialog' as const, id: DIALOG }] : []
}
