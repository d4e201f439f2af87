import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { coverTones, drawRows, type Shape } from '../../motif.ts'
import { createPictureSchema } from '../../picture-fields.ts'

/** A queue of cases: time received, description, duration compared with the limit, and state. */
export const schema = createPictureSchema('queue', {
  limit: z
    .strictObject({ label: line.max(60), hours: z.number().min(1) })
    .optional()
    .describe('Time limit; a bar compares the hours of each entry with it'),
  entries: listOf(2, 8, {
    at: line.max(10),
    text: line,
    note: line.optional(),
    took: z.strictObject({ label: line.max(14), hours: z.number().min(0) }).optional(),
    state: line.max(20),
    tone: z.enum(['own', 'soft', 'waste', 'result']),
  }),
})

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawRows(
    picture.entries.map(({ took, tone }) => [
      [0, took && picture.limit ? took.hours / picture.limit.hours : 0.7, coverTones[tone]],
      [0.84, 1, coverTones[tone]],
    ]),
  )
}
