import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { coverTones, drawRows, type Shape } from '../../motif.ts'
import { createPictureSchema, toneSchema, withSumCheck } from '../../picture-fields.ts'

/** A waterfall chart: additions and deductions, one per line. The last line is the result, which may be negative. */
export const schema = withSumCheck(
  createPictureSchema('waterfall', {
    lines: listOf(3, 10, { label: line, note: line.optional(), amount: z.number(), tone: toneSchema }),
  }),
  ({ lines }) => [
    {
      parts: lines.slice(0, -1).map((entry) => entry.amount),
      total: lines.at(-1)?.amount ?? 0,
      path: ['lines', lines.length - 1, 'amount'],
    },
  ],
)

/** Returns the running totals before and after each amount. The last amount is the result, so it starts at zero. */
export function computeRunningTotals(amounts: number[]): { from: number; to: number }[] {
  let total = 0
  return amounts.map((value, index) => {
    const from = index === amounts.length - 1 ? 0 : total
    total = from + value
    return { from, to: total }
  })
}

export function drawMotif(picture: z.infer<typeof schema>): Shape[] {
  const spans = computeRunningTotals(picture.lines.map((line) => line.amount))
  const ends = spans.flatMap((span) => [span.from, span.to])
  const least = Math.min(0, ...ends)
  return drawRows(
    spans.map(({ from, to }, index) => [[from - least, to - least, coverTones[picture.lines[index]?.tone ?? 'own']]]),
    Math.max(...ends) - least,
  )
}
