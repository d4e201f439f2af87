import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { coverTones, drawRows, type MotifSpan, type Shape } from '../../motif.ts'
import { createPictureSchema, legendSchema, withSumCheck } from '../../picture-fields.ts'

/** A ledger with amounts that are split into parts, such as paid and outstanding. */
export const schema = withSumCheck(
  createPictureSchema('parts', {
    key: legendSchema,
    rows: listOf(2, 10, { label: line, note: line.optional(), amounts: z.array(z.number().min(0)).min(1).max(5) }),
    sum: z.strictObject({ label: line, note: line.optional(), amounts: z.array(z.number().min(0)).min(1).max(5) }),
  }),
  ({ rows, sum }) =>
    sum.amounts.map((total, index) => ({
      parts: rows.map((row) => row.amounts[index] ?? 0),
      total,
      path: ['sum', 'amounts', index],
    })),
)

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  let at = 0
  const lines = picture.rows.map(({ amounts }) =>
    amounts.map((part, index): MotifSpan => {
      at += part
      return [at - part, at, coverTones[picture.key[index]?.tone ?? 'own']]
    }),
  )
  return drawRows([...lines, [[0, picture.sum.amounts[0] ?? 0, 'accent']]], at)
}
