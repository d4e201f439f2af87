import { formatAmount } from '../../amount.ts'
import { Axis, ChartRow, SumRow } from '../../chart-row.tsx'
import { formatPercent } from '../../percent.ts'
import type { PictureOf } from '../../picture.ts'

const LAST = 100

/** Draws search ranks on a logarithmic scale, with rank 1 at the right edge. */
export default function Ladder({ picture }: { picture: PictureOf<'ladder'> }) {
  const { rungs, pageOne, missing, amounts, sum } = picture
  const line = positionOf(pageOne.rank)
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
        const [start, end] = [from ? positionOf(from) : 0, positionOf(to)]
        return (
          <ChartRow key={term} label={term} note={note} value={formatAmount(value)}>
            <rect
              className="f-soft"
              x={formatPercent(start, 1)}
              width={formatPercent(end - start, 1)}
              y="14"
              height="24"
            />
            <line
              className="s-line"
              x1={formatPercent(line, 1)}
              x2={formatPercent(line, 1)}
              y1="0"
              y2="52"
              strokeDasharray="2 3"
            />
            <line
              className={from ? 's-cobalt' : 's-coral'}
              x1={formatPercent(start, 1)}
              x2={formatPercent(start, 1)}
              y1="14"
              y2="38"
              strokeWidth="3"
            />
            <text className="pic-text pic-strong" x={formatPercent(start, 1)} dx="9" y="31">
              {from ?? missing}
            </text>{' '}
            <rect
              className="f-cobalt"
              x={formatPercent(end, 1)}
              y="10"
              width="32"
              height="32"
              transform="translate(-16)"
            />
            <text className="pic-text pic-on" x={formatPercent(end, 1)} y="31" textAnchor="middle">
              {to}
            </text>
          </ChartRow>
        )
      })}
      <SumRow label={sum.label} value={formatAmount(sum.value)} />
    </ul>
  )
}

/** Returns the position of a rank as a fraction of the width. Leaves space on the right for the square of rank 1. */
function positionOf(rank: number): number {
  return (1 - Math.log(rank) / Math.log(LAST)) * 0.96
}
