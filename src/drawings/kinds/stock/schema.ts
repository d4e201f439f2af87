import { z } from 'zod'
import { listOf } from '../../../schema/list-of.ts'
import { line } from '../../../schema/text.ts'
import { drawVerticalLine, type Shape, safeArea } from '../../motif.ts'
import { computeFraction } from '../../numbers.ts'
import { createPictureSchema, legendSchema, toneSchema } from '../../picture-fields.ts'

const order = z.strictObject({
  from: z.number().describe('Position of the order date, in weeks from the left edge'),
  lands: z.number(),
  units: z.number().min(1),
  tone: toneSchema,
})

/** Stock over the coming weeks. The curves are computed from sales and orders. */
export const schema = createPictureSchema('stock', {
  first: z.number().int().min(1).describe('Number of the first week shown'),
  weeks: z.number().int().min(4).max(26),
  today: z.number().min(0).describe('Position of today, in weeks from the left edge'),
  todayLabel: line.max(12),
  items: listOf(1, 6, {
    label: line.max(40),
    note: line.max(40).optional(),
    value: line.max(14),
    start: z.number().min(0).describe('Units in stock at the start of the first week'),
    weekly: z.number().min(0).describe('Units sold per week'),
    reorder: z.number().min(0).describe('Reorder level, drawn as a dashed line'),
    orders: z.array(order).max(4),
  }),
  stockLabel: line.max(20).describe('Label in the key for the area under a curve'),
  key: legendSchema,
})

interface Item {
  start: number
  weekly: number
  orders: { lands: number; units: number }[]
}

/** Returns the points of the stock curve: the stock at the start, minus sales, plus arriving orders. */
export function computeStockCurve({ start, weekly, orders }: Item, weeks: number): { week: number; units: number }[] {
  const points = [{ week: 0, units: start }]
  const sellUntil = (week: number) => {
    const last = points.at(-1)
    if (!last) return
    const empty = weekly > 0 ? last.week + last.units / weekly : Number.POSITIVE_INFINITY
    if (empty < week) points.push({ week: empty, units: 0 })
    points.push({ week, units: Math.max(0, last.units - (week - last.week) * weekly) })
  }
  for (const { lands, units } of [...orders].sort((a, b) => a.lands - b.lands)) {
    if (lands >= weeks) break
    sellUntil(lands)
    points.push({ week: lands, units: (points.at(-1)?.units ?? 0) + units })
  }
  sellUntil(weeks)
  return points
}

export function drawMotif({ items, weeks, today }: z.infer<typeof schema>): Shape[] {
  const lane = safeArea.height / items.length
  const curves = items.map((item, index): Shape => {
    const points = computeStockCurve(item, weeks)
    const top = Math.max(...points.map((point) => point.units))
    const floor = Math.round(safeArea.y + (index + 1) * lane - 8)
    const path = points.map(
      ({ week, units }) =>
        `${Math.round(safeArea.x + (week / weeks) * safeArea.width)} ${Math.round(floor - computeFraction(units, top) * (lane - 16))}`,
    )
    return { tone: 'own', d: `M${path.join('L')}V${floor}H${safeArea.x}z` }
  })
  return [...curves, drawVerticalLine(today / weeks)]
}
