import { z } from 'zod'
import { line } from '../../../schema/text.ts'
import { checkSums, frame, key } from '../../frame.ts'
import { rows, type Shape, type Span, tones } from '../../motif.ts'

/** A ledger whose lines are split into parts, such as paid and open. */
export const schema = checkSums(
  z.strictObject({
    kind: z.literal('parts'),
    ...frame,
    key,
    rows: z
      .array(z.strictObject({ label: line, note: line.optional(), amounts: z.array(z.number().min(0)).min(1).max(5) }))
      .min(2)
      .max(10),
    sum: z.strictObject({ label: line, note: line.optional(), amounts: z.array(z.number().min(0)).min(1).max(5) }),
  }),
  ({ rows, sum }) =>
    sum.amounts.map((total, index) => ({
      parts: rows.map((row) => row.amounts[index] ?? 0),
      total,
      path: ['sum', 'amounts', index],
    })),
)

export function motif(picture: z.infer<typeof schema>): Shape[] {
  let at = 0
  const lines = picture.rows.map(({ amounts }) =>
    amounts.map((part, index): Span => {
      at += part
      return [at - part, at, tones[picture.key[index]?.tone ?? 'own']]
    }),
  )
  return rows([...lines, [[0, picture.sum.amounts[0] ?? 0, 'accent']]], at)
}
