import { z } from 'zod'
import { line } from '../../../schema/text.ts'
import { drawRows, type Shape } from '../../motif.ts'
import { pictureFields, withSumCheck } from '../../picture-fields.ts'

/**
 * Search terms that climb from one rank to another. The `pageOne` line separates page one of the search results, on its
 * right, from later pages.
 */
export const schema = withSumCheck(
  z.strictObject({
    kind: z.literal('ladder'),
    ...pictureFields,
    pageOne: z.strictObject({ rank: z.number().int().min(1).max(99), label: line.max(30) }),
    missing: line.max(30).describe('Text for search terms that had no rank at first, such as "not indexed"'),
    amounts: line.max(10).optional().describe('Heading of the amounts column'),
    rungs: z
      .array(
        z.strictObject({
          term: line.max(40),
          note: line.max(40).optional(),
          from: z.number().int().min(1).max(100).optional(),
          to: z.number().int().min(1).max(100),
          value: z.number(),
        }),
      )
      .min(2)
      .max(10),
    sum: z.strictObject({ label: line, value: z.number() }),
  }),
  ({ rungs, sum }) => [{ parts: rungs.map((rung) => rung.value), total: sum.value, path: ['sum', 'value'] }],
)

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawRows(
    picture.rungs.map(({ from, to }) => {
      const positionOf = (rank: number) => 1 - Math.log(rank) / Math.log(100)
      return [
        [from ? positionOf(from) : 0, positionOf(to) - 0.06, 'line'],
        [positionOf(to) - 0.06, positionOf(to) + 0.06, 'accent'],
      ]
    }),
    1.06,
  )
}
