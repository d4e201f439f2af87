import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { coverTones, drawRows, drawVerticalLine, type Shape } from '../../motif.ts'
import { computeFraction } from '../../numbers.ts'
import { createPictureSchema, toneSchema, withSumCheck } from '../../picture-fields.ts'

/** Horizontal bars: one labeled value per line, scaled to the largest value. */
export const schema = withSumCheck(
  createPictureSchema('bars', {
    unit: line.meta({ drawn: true }).optional().describe('Unit after each value, such as %'),
    currency: line.max(3).optional().describe('Symbol before each value, such as $'),
    bars: listOf(2, 10, { label: line, note: line.optional(), value: z.number().min(0), tone: toneSchema }),
    limit: z
      .strictObject({ label: line.max(60), value: z.number().min(0) })
      .optional()
      .describe('Limit, drawn as a vertical line; any part of a bar beyond it is hatched'),
    sum: z.strictObject({ label: line, value: z.number() }).optional(),
  }),
  ({ bars, sum }) => (sum ? [{ parts: bars.map((bar) => bar.value), total: sum.value, path: ['sum', 'value'] }] : []),
)

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  const limit = picture.limit?.value ?? Number.POSITIVE_INFINITY
  const whole = Math.max(...picture.bars.map((bar) => bar.value))
  return [
    ...drawRows(
      picture.bars.map(({ value, tone }) => [
        [0, Math.min(value, limit), coverTones[tone]],
        [Math.min(value, limit), value, 'gap'],
      ]),
      whole,
    ),
    ...(picture.limit ? [drawVerticalLine(computeFraction(limit, whole))] : []),
  ]
}
