import { Axis, Bar, ChartRow, SumRow } from '../../chart.tsx'
import { computeFraction, formatMeasure, formatPercent } from '../../numbers.ts'
import type { DrawingProps } from '../../picture.ts'
import { toneClass } from '../../picture-fields.ts'

/**
 * Draws bars scaled to the largest value. Bars for percentages have no track, because readers would take the end of a
 * track for 100%. A limit is a line across all rows; the part of a bar beyond it is hatched.
 */
export default function Bars({ picture, language }: DrawingProps<'bars'>) {
  const { bars, unit, currency, limit, sum } = picture
  const whole = Math.max(...bars.map((bar) => bar.value), limit?.value ?? 0)
  const format = (value: number) => formatMeasure(value, language, currency, unit)
  const line = limit && formatPercent(limit.value, whole)
  return (
    <ul className="fall fall-bars">
      {limit && <Axis ticks={[{ at: computeFraction(limit.value, whole), label: limit.label, strong: true }]} />}
      {bars.map((bar) => {
        const within = Math.min(bar.value, limit?.value ?? whole)
        return (
          <ChartRow key={bar.label} label={bar.label} note={bar.note} value={format(bar.value)}>
            {unit !== '%' && <rect className="f-fill" width="100%" y="13" height="27" />}
            <rect className={toneClass[bar.tone]} width={formatPercent(within, whole)} y="13" height="27" />
            {bar.value > within && <Bar tone="waste" start={within} length={bar.value - within} whole={whole} />}
            {line && <Line at={line} />}
          </ChartRow>
        )
      })}
      {sum && <SumRow label={sum.label} value={format(sum.value)} />}
    </ul>
  )
}

/** Draws a yellow line with dark edges. It begins above its row, so that the rule between rows leaves no gap. */
function Line({ at }: { at: string }) {
  return (
    <>
      <line className="s-line" x1={at} x2={at} y1="-1" y2="52" strokeWidth="5" shapeRendering="crispEdges" />
      <line className="s-tag" x1={at} x2={at} y1="-1" y2="52" strokeWidth="3" shapeRendering="crispEdges" />
    </>
  )
}
