import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { coverTones, drawColumns, type Shape } from '../../motif.ts'
import { createPictureSchema, toneSchema } from '../../picture-fields.ts'

/** Vertical columns over time, with a second value below each column. */
export const schema = createPictureSchema('columns', {
  currency: line.max(3).optional(),
  unit: line.max(5).meta({ drawn: true }).optional(),
  columns: listOf(3, 12, {
    label: line.max(16),
    under: line.max(16).optional(),
    value: z.number().min(0),
    tone: toneSchema,
  }),
})

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawColumns(picture.columns.map(({ value, tone }) => [value, coverTones[tone]]))
}
