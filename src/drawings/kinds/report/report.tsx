import { ChartRow } from '../../chart.tsx'
import type { PictureOf } from '../../picture.ts'

const height = 56

/**
 * Draws a row for each question: a line over the weeks, a mark at the current week, and the current value. Percentages
 * share one scale, so that small changes look small.
 */
export default function Report({ picture }: { picture: PictureOf<'report'> }) {
  const ofPercent = picture.lines.filter(isPercent).map(({ points }) => rangeOf(points).range)
  return (
    <ul className="fall fall-report">
      {picture.lines.map((line) => {
        const { label, note, points, value, change, tone } = line
        const { middle, range } = rangeOf(points)
        const whole = (isPercent(line) ? Math.max(...ofPercent) : range) || 1
        const x = (index: number) => Math.round((index / (points.length - 1)) * 980) / 10
        const y = (point: number) => Math.round(height / 2 - ((point - middle) / whole) * (height - 24))
        const path = points.map((point, index) => `${x(index)} ${y(point)}`).join('L')
        const now = points.at(-1) ?? 0
        const isResult = tone === 'result'
        const mark = isResult ? 'f-tag s-ink' : 'f-ink'
        return (
          <ChartRow
            key={label}
            label={label}
            note={note}
            net={isResult}
            height={height}
            value={
              <>
                {isResult ? <mark>{value}</mark> : value} <small>{change}</small>
              </>
            }
          >
            <svg
              viewBox={`0 0 100 ${height}`}
              width="100%"
              height={height}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path
                className={tone === 'cost' ? 'f-none s-muted' : 'f-none s-cobalt'}
                d={`M${path}`}
                strokeWidth="2"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <rect className={mark} x="98%" y={y(now) - 5} width="10" height="10" transform="translate(-5)" />
          </ChartRow>
        )
      })}
    </ul>
  )
}

const isPercent = ({ value }: { value: string }) => value.includes('%')

function rangeOf(points: number[]): { middle: number; range: number } {
  const least = Math.min(...points)
  const most = Math.max(...points)
  return { middle: (least + most) / 2, range: most - least }
}
