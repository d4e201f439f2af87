import { sideBySide } from './side-by-side.ts'

interface TrendProps {
  label: string
  result: string
  points: number[]
}

const height = 92
/** Space between columns, in parts of a column. */
const space = 0.14

/** Columns from zero over time; the last one is the one to look at. */
export function Trend({ label, result, points }: TrendProps) {
  const top = Math.max(...points)
  const { at, width } = sideBySide(points.length, space)
  return (
    <div className="trend">
      <svg width="100%" height={height} aria-hidden="true">
        {points.map((point, place) => {
          const tall = Math.round((point / top) * (height - 7))
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: points have no name but their place
              key={place}
              className={place === points.length - 1 ? 'f-tag' : 'f-cobalt'}
              x={at(place)}
              width={width}
              y={height - tall}
              height={tall}
            />
          )
        })}
      </svg>
      <p>
        <span>{label}</span>
        <b>{result}</b>
      </p>
    </div>
  )
}
