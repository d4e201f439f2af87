import { Axis, Bar, ChartRow, Diamond, Legend, SumRow } from '../../chart.tsx'
import { formatPercent } from '../../numbers.ts'
import type { PictureOf } from '../../picture.ts'
import { countTimelineSteps } from './schema.ts'

/** Draws lanes over equal steps. A diamond marks the end of the work in a lane. */
export default function Timeline({ picture }: { picture: PictureOf<'timeline'> }) {
  const { ticks, ticksOn, lanes, sum, key } = picture
  const steps = countTimelineSteps(picture)
  const shift = ticksOn === 'lines' ? 0 : 0.5
  const at = (step: number) => formatPercent(step, steps)
  return (
    <>
      <ul className="fall">
        <Axis ticks={ticks.map((label, index) => ({ at: (index + shift) / steps, label }))} />
        {lanes.map((lane) => (
          <ChartRow key={lane.label} label={lane.label} note={lane.note} value={lane.value}>
            {ticks.slice(1, steps).map((label, index) => (
              <line key={label} className="s-rule" x1={at(index + 1)} x2={at(index + 1)} y1="0" y2="52" />
            ))}
            {lane.spans.map(({ from, to, tone }) => (
              <Bar key={from} tone={tone} start={from} length={to - from} whole={steps} y={15} height={22} />
            ))}
            {lane.done !== undefined && (
              <svg aria-hidden="true" x={at(lane.done)} y="26" overflow="visible">
                <Diamond />
              </svg>
            )}
          </ChartRow>
        ))}
        {sum && <SumRow label={sum.label} value={sum.value} />}
      </ul>
      <Legend entries={key} diamond={lanes.some((lane) => lane.done !== undefined)} />
    </>
  )
}
