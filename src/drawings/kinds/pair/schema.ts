import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { drawRows, type Shape } from '../../motif.ts'
import { computeFraction } from '../../numbers.ts'
import { createPictureSchema } from '../../picture-fields.ts'

/** Compares two marketplaces side by side, one metric per row. Each row has its own scale. */
export const schema = createPictureSchema('pair', {
  sides: z.array(line.max(20)).length(2),
  lines: listOf(2, 8, {
    label: line.max(40),
    values: z.array(z.number().min(0)).length(2),
    texts: z.array(line.max(14)).length(2).describe('Values as text'),
    better: z.enum(['left', 'right']).optional().describe('Side to highlight'),
  }),
})

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawRows(
    picture.lines.map(({ values, better }) => {
      const top = Math.max(...values)
      return [
        [0.96 - computeFraction(values[0] ?? 0, top), 0.96, 'line'],
        [1.04, 1.04 + computeFraction(values[1] ?? 0, top), better ? 'accent' : 'own'],
      ]
    }),
    2,
  )
}
