import type { PictureOf } from '../../content/picture.ts'
import { FallRow } from './fall-row.tsx'

const height = 56

/** Each question with its weeks as a line on a scale of its own, this week marked, and the figure that answers it. */
export function Report({ picture }: { picture: PictureOf<'report'> }) {
  return (
    <ul className="fall fall-report">
      {picture.lines.map(({ label, note, points, value, change, tone }) => {
        const [least, most] = [Math.min(...points), Math.max(...points)]
        const x = (place: number) => Math.round((place / (points.length - 1)) * 980) / 10
        const y = (point: number) => Math.round(height - 12 - ((point - least) / (most - least || 1)) * (height - 24))
        const path = points.map((point, place) => `${x(place)} ${y(point)}`).join('L')
        const now = points.at(-1) ?? 0
        return (
          <FallRow
            key={label}
            label={label}
            note={note}
            net={tone === 'result'}
            height={height}
            value={
              <>
                {tone === 'result' ? <mark>{value}</mark> : value}
                <small>{change}</small>
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
                className={tone === 'cost' ? 'f-fill' : 'f-soft'}
                d={`M${path}V${height}H0z`}
                vectorEffect="non-scaling-stroke"
              />
              <path
                className={tone === 'cost' ? 'f-none s-muted' : 'f-none s-cobalt'}
                d={`M${path}`}
                strokeWidth="2"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <rect
              className={tone === 'result' ? 'f-tag s-line' : 'f-ink'}
              x="98%"
              y={y(now) - 5}
              width="10"
              height="10"
              transform="translate(-5)"
            />
          </FallRow>
        )
      })}
    </ul>
  )
}
