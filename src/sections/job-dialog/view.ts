import { z } from 'zod'
import { positionLabels } from '../job/view.ts'

/** A position over the list it stands in; it gets its content from the data of the position's page. */
export const view = z.custom<{ type: 'job-dialog'; id: string }>()

export const labels = [...positionLabels, 'backToDetails'] as const
