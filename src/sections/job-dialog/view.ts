import { z } from 'zod'

/** A position over the list it stands in; it gets its content from the data of the position's page. */
export const view = z.custom<{ type: 'job-dialog'; id: string }>()

export const labels = [
  'optional',
  'problems',
  'responsibilities',
  'requirements',
  'benefits',
  'salary',
  'posted',
  'closes',
  'applyForPosition',
  'backToDetails',
] as const
