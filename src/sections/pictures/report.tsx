import type { PictureOf } from '../../content/picture.ts'
import { FallRow } from './fall-row.tsx'
import { percent } from './percent.ts'

const fills = { own: 'f-cobalt', cost: 'f-rule', result: 'f-cobalt' }
const base = 46

/** Each question with its weeks as columns, this week last and yellow, and the figure that answers it. */
export function Report({ picture }: { picture: PictureOf<'report'> }) {
  return (
    <ul className="fall fall-report">
      {picture.lines.map(({ label, note, points, value, change, tone }) => {
        const top = Math.max(...points)
        const width = 100 / points.length
        return (
          <FallRow
            key={label}
            label={label}
            note={note}
            net={tone === 'result'}
            height={base + 8}
            value={
              <>
                {tone === 'result' ? <mark>{value}</mark> : value}
                <small>{change}</small>
              </>
            }
          >
            {points.map((point, place) => {
              const tall = Math.max(1, Math.round((point / top) * (base - 8)))
              return (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: points have no name but their place
                  key={place}
                  className={place === points.length - 1 ? 'f-tag s-line' : fills[tone]}
                  x={percent(place * width, 100)}
                  width={percent(width * 0.82, 100)}
                  y={base - tall}
                  height={tall}
                />
              )
            })}
            <line className="s-field" x1="0" x2="100%" y1={base + 0.5} y2={base + 0.5} />
          </FallRow>
        )
      })}
    </ul>
  )
}
