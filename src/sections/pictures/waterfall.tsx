import type { Picture } from '../../content/picture.ts'
import { amount, signedAmount } from './amount.ts'
import { FallRow } from './fall-row.tsx'
import { percent } from './percent.ts'
import { toneClass } from './tone.ts'

type WaterfallPicture = Extract<Picture, { kind: 'waterfall' }>

/** Each line starts where the one above left off; the first and the last stand on zero. */
export function Waterfall({ picture }: { picture: WaterfallPicture }) {
  const spans = spread(picture.lines.map((line) => line.amount))
  const whole = Math.max(...spans.flatMap((span) => [span.from, span.to]))
  return (
    <ol className="fall">
      {picture.lines.map((line, place) => {
        const span = spans[place]
        if (!span) return null
        const edge = place === 0 || place === spans.length - 1
        const before = spans[place - 1]
        return (
          <FallRow
            key={line.label}
            label={line.label}
            note={line.note}
            value={edge ? amount(line.amount) : signedAmount(line.amount)}
            net={place === spans.length - 1}
          >
            {place < spans.length - 1 && <Connector at={percent(span.to, whole)} y1={40} y2={52} />}
            {before && <Connector at={percent(before.to, whole)} y1={0} y2={13} />}
            <rect
              className={toneClass[line.tone]}
              x={percent(Math.min(span.from, span.to), whole)}
              width={percent(Math.abs(span.to - span.from), whole)}
              y="13"
              height="27"
            />
          </FallRow>
        )
      })}
    </ol>
  )
}

function Connector({ at, y1, y2 }: { at: string; y1: number; y2: number }) {
  return <line className="fall-conn s-field" x1={at} x2={at} y1={y1} y2={y2} strokeDasharray="2 2" />
}

/** Running totals before and after each line. */
export function spread(amounts: number[]): { from: number; to: number }[] {
  let total = 0
  return amounts.map((value, place) => {
    const from = place === amounts.length - 1 ? 0 : total
    total = from + value
    return { from, to: total }
  })
}
