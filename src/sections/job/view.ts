import { z } from 'zod'
import type { Job } from '../../entries/job.ts'
import type { FormattedDay } from '../../entries/page-content.ts'
import type { Person } from '../../entries/person.ts'
import type { Contract } from '../../forms/contract.ts'
import { formLabels } from '../../forms/form-labels.ts'
import type { JobCard } from '../entry-views.ts'

export const view = z.custom<{
  type: 'job'
  card: JobCard
  job: Pick<Job, 'responsibilities' | 'requirements' | 'benefits'> & {
    posted: FormattedDay
    closes?: FormattedDay | undefined
  }
  /** Rendered HTML. It is empty in the document's page data, because the document already contains the HTML. */
  body: string
  back: { label: string; to: string }
  people: Pick<Person, 'name' | 'role' | 'image' | 'portrait'>[]
  form: Contract
  given: Record<string, string>
}>()

export const html = 'body'

export function forms({ form, given }: z.infer<typeof view>) {
  return [{ contract: form, given }]
}

/** Labels for a position's facts, lists and form, on its page and in the dialog. */
export const jobLabels = [
  ...formLabels,
  'responsibilities',
  'requirements',
  'benefits',
  'salary',
  'posted',
  'closes',
  'applyForPosition',
] as const

export const labels = [...jobLabels, 'breadcrumb', 'applyNow', 'colleagues'] as const
