import { Axis, ChartRow, SumRow } from '../../chart.tsx'
import { formatAmount, formatPercent } from '../../numbers.ts'
import type { DrawingProps } from '../../picture.ts'
import { computeRankPosition } from './schema.ts'

/** Draws search ranks on a logarithmic scale, with rank 1 at the right edge. */
export default function Ladder({ picture, language }: DrawingProps<'ladder'>) {
  const { rungs, pageOne, missing, amounts, sum } = picture
  const line = positionOf(pageOne.rank)
  const at = (position: number) => formatPercent(position, 1)
  return (
    <ul className="fall">
      <Axis
        amounts={amounts}
        ticks={[
          ...[100, 50, 5, 1].map((rank) => ({ at: positionOf(rank), label: `${rank}` })),
          { at: line, label: pageOne.label, strong: true },
        ]}
      />
      {rungs.map(({ term, note, from, to, value }) => {
        const start = from ? positionOf(from) : 0
        const end = positionOf(to)
        const left = at(start)
        const right = at(end)
        return (
          <ChartRow key={term} label={term} note={note} value={formatAmount(value, language)}>
            <rect className="f-soft" x={left} width={at(end - start)} y="14" height="24" />
            <line className="s-line" x1={at(line)} x2={at(line)} y1="0" y2="52" strokeDasharray="2 3" />
            <line className={from ? 's-cobalt' : 's-coral'} x1={left} x2={left} y1="14" y2="38" strokeWidth="3" />
            <text className="pic-text pic-strong" x={left} dx="9" y="31">
              {from ?? missing}
            </text>{' '}
            <rect className="f-cobalt" x={right} y="10" width="32" height="32" transform="translate(-16)" />
            <text className="pic-text pic-on" x={right} y="31" textAnchor="middle">
              {to}
            </text>
          </ChartRow>
        )
      })}
      <SumRow label={sum.label} value={formatAmount(sum.value, language)} />
    </ul>
  )
}

/** Returns the position of a rank as a fraction of the width. Leaves space on the right for the square of rank 1. */
const positionOf = (rank: number) => computeRankPosition(rank) * 0.96
