import { Bar, ChartRow, Connector } from '../../chart.tsx'
import { formatAmount, formatPercent, formatSignedAmount } from '../../numbers.ts'
import type { DrawingProps } from '../../picture.ts'
import { computeRunningTotals } from './schema.ts'

/**
 * Draws a waterfall. Each bar starts where the bar above it ended, except the first and last bars, which start at zero.
 * A negative total extends to the left of zero.
 */
export default function Waterfall({ picture, language }: DrawingProps<'waterfall'>) {
  const { lines } = picture
  const spans = computeRunningTotals(lines.map((line) => line.amount))
  const ends = spans.flatMap((span) => [span.from, span.to])
  const least = Math.min(0, ...ends)
  const whole = Math.max(...ends) - least
  const at = (value: number) => formatPercent(value - least, whole)
  const cents = !lines.every((line) => Number.isInteger(line.amount))
  const rises = lines.every((line) => line.amount >= 0)
  return (
    <ol className="fall">
      {lines.map((line, index) => {
        const { from, to } = spans[index] ?? { from: 0, to: 0 }
        const edge = index === 0 || index === spans.length - 1
        const before = spans[index - 1]
        const format = edge || rises ? formatAmount : formatSignedAmount
        return (
          <ChartRow
            key={line.label}
            label={line.label}
            note={line.note}
            value={format(line.amount, language, cents)}
            net={index === spans.length - 1}
          >
            {index < spans.length - 1 && <Connector at={at(to)} y1={40} y2={52} />}
            {before && <Connector at={at(before.to)} y1={0} y2={13} />}
            {least < 0 && <line className="fall-zero s-field" x1={at(0)} x2={at(0)} y1="0" y2="52" />}
            <Bar tone={line.tone} start={Math.min(from, to) - least} length={Math.abs(to - from)} whole={whole} />
          </ChartRow>
        )
      })}
    </ol>
  )
}
