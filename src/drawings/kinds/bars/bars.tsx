import { amount } from '../../amount.ts'
import { Axis, FallRow, SumRow } from '../../fall.tsx'
import { toneClass } from '../../frame.ts'
import { percent } from '../../percent.ts'
import type { PictureOf } from '../../picture.ts'

/** Values against the largest of them, each from zero; percentages have no track, whose end would read as 100. Past a limit a bar is hatched, and the line of the limit runs through all. */
export default function Bars({ picture }: { picture: PictureOf<'bars'> }) {
  const { bars, unit, currency, limit, sum } = picture
  const whole = Math.max(...bars.map((bar) => bar.value), limit?.value ?? 0)
  const written = (value: number) => `${currency ?? ''}${amount(value)}${unit ?? ''}`
  const line = limit && percent(limit.value, whole)
  return (
    <ul className="fall fall-bars">
      {limit && <Axis ticks={[{ at: limit.value / whole, label: limit.label, strong: true }]} />}
      {bars.map((bar) => {
        const within = Math.min(bar.value, limit?.value ?? whole)
        return (
          <FallRow key={bar.label} label={bar.label} note={bar.note} value={written(bar.value)}>
            {unit !== '%' && <rect className="f-fill" width="100%" y="13" height="27" />}
            <rect className={toneClass[bar.tone]} width={percent(within, whole)} y="13" height="27" />
            {bar.value > within && (
              <rect
                className={toneClass.waste}
                x={percent(within, whole)}
                width={percent(bar.value - within, whole)}
                y="13"
                height="27"
              />
            )}
            {line && <Line at={line} />}
          </FallRow>
        )
      })}
      {sum && <SumRow label={sum.label} value={written(sum.value)} />}
    </ul>
  )
}

/** The one line to look at: yellow between two lines of ink, over the rule between two rows. */
export function Line({ at, height = 52 }: { at: string; height?: number }) {
  return (
    <>
      <line className="s-line" x1={at} x2={at} y1="-1" y2={height} strokeWidth="5" shapeRendering="crispEdges" />
      <line className="s-tag" x1={at} x2={at} y1="-1" y2={height} strokeWidth="3" shapeRendering="crispEdges" />
    </>
  )
}
