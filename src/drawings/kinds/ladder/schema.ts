import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { drawRows, type Shape } from '../../motif.ts'
import { createPictureSchema, withSumCheck } from '../../picture-fields.ts'

/** Search terms that climb in rank. Page one of the search results is to the right of the `pageOne` line. */
export const schema = withSumCheck(
  createPictureSchema('ladder', {
    pageOne: z.strictObject({ rank: z.number().int().min(1).max(99), label: line.max(30) }),
    missing: line.max(30).describe('Text for search terms that had no rank at first, such as "not indexed"'),
    amounts: line.max(10).optional().describe('Heading of the amounts column'),
    rungs: listOf(2, 10, {
      term: line.max(40),
      note: line.max(40).optional(),
      from: z.number().int().min(1).max(100).optional(),
      to: z.number().int().min(1).max(100),
      value: z.number(),
    }),
    sum: z.strictObject({ label: line, value: z.number() }),
  }),
  ({ rungs, sum }) => [{ parts: rungs.map((rung) => rung.value), total: sum.value, path: ['sum', 'value'] }],
)

/** Returns the position of a rank on a logarithmic scale from rank 100 (0) to rank 1 (1). */
export function computeRankPosition(rank: number): number {
  return 1 - Math.log(rank) / Math.log(100)
}

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawRows(
    picture.rungs.map(({ from, to }) => {
      const end = computeRankPosition(to)
      return [
        [from ? computeRankPosition(from) : 0, end - 0.06, 'line'],
        [end - 0.06, end + 0.06, 'accent'],
      ]
    }),
    1.06,
  )
}
