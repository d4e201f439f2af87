import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { accentLastPoint, drawColumns, type Shape } from '../../motif.ts'
import { createPictureSchema } from '../../picture-fields.ts'

/** A one-page report. Each question has its current value, the change and the values of previous weeks. */
export const schema = createPictureSchema('report', {
  lines: listOf(2, 8, {
    label: line.max(60),
    note: line.max(60),
    points: z.array(z.number().min(0)).min(4).max(16),
    value: line.max(14),
    change: line.max(20),
    tone: z.enum(['own', 'cost', 'result']),
  }),
})

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawColumns(accentLastPoint(picture.lines.at(-1)?.points ?? []))
}
