import { z } from 'zod'
import { line } from '../../../schema/text.ts'
import { drawRows, type Shape } from '../../motif.ts'
import { createPictureSchema } from '../../picture-fields.ts'

/** A plain table of records with one column of amounts or states. */
export const schema = createPictureSchema('records', {
  columns: z.array(line).min(2).max(5),
  rows: z.array(z.array(line).min(2).max(5)).min(2).max(8),
  sum: z.array(z.string().max(60)).min(2).max(5).optional(),
})

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawRows(
    picture.rows.map((cells) => [
      [0, 0.3 + (cells[0]?.length ?? 0) / 60, 'figure'],
      [0.8, 1, cells === picture.rows.at(-1) ? 'accent' : 'line'],
    ]),
  )
}
