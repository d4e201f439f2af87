import { z } from 'zod'
import type { PageContent } from '../../entries/page-content.ts'
import { jobLabels } from '../job/view.ts'

/** A dialog that shows a position over the list of positions, with data from the position's page. */
export const view = z.custom<{ type: 'job-dialog'; id: string }>()

export const labels = [...jobLabels, 'backToDetails'] as const

export function loadedHtml({ jobs }: PageContent): string[] {
  return jobs.map(({ html }) => html)
}
