import { z } from 'zod'
import { line } from '../../../schema/text.ts'
import { accentLastPoint, drawColumns, type Shape } from '../../motif.ts'
import { createPictureSchema, withSumCheck } from '../../picture-fields.ts'

/** A statement: rows of amounts in columns, with a sum and a margin. */
export const schema = withSumCheck(
  createPictureSchema('ledger', {
    columns: z
      .array(line)
      .min(2)
      .max(5)
      .describe('Column headings: the row labels, then the amounts; the last of three or more amounts is the total'),
    rows: z.array(z.strictObject({ label: line, amounts: z.array(z.number()).min(1).max(4) })).min(2),
    sum: z.strictObject({ label: line, amounts: z.array(z.number()).min(1).max(4) }),
    rate: z.strictObject({ label: line, amounts: z.array(line).min(1).max(4) }).optional(),
    trend: z.strictObject({ label: line, result: line, points: z.array(z.number()).min(2).max(24) }).optional(),
  }),
  ({ rows, sum }) => [
    ...sum.amounts.map((total, index) => ({
      parts: rows.map((row) => row.amounts[index] ?? 0),
      total,
      path: ['sum', 'amounts', index],
    })),
    ...[...rows.map((row, index) => ({ ...row, at: ['rows', index] })), { ...sum, at: ['sum'] }]
      .filter(({ amounts }) => amounts.length > 2)
      .map(({ amounts, at }) => ({
        parts: amounts.slice(0, -1),
        total: amounts.at(-1) ?? 0,
        path: [...at, 'amounts', amounts.length - 1],
      })),
  ],
)

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  return drawColumns(accentLastPoint(picture.trend?.points ?? picture.sum.amounts.map((value) => Math.max(0, value))))
}
