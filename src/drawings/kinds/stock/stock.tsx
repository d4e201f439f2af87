import { Axis, Bar, ChartRow, Legend } from '../../chart.tsx'
import { computeFraction, formatPercent } from '../../numbers.ts'
import type { PictureOf } from '../../picture.ts'
import { computeStockCurve } from './schema.ts'

const floor = 46
const height = 74

/** Draws the stock of each product over the weeks, with orders below the curve. */
export default function Stock({ picture }: { picture: PictureOf<'stock'> }) {
  const { items, weeks, first, today, todayLabel, stockLabel, key } = picture
  const at = (week: number) => formatPercent(week, weeks)
  const numbers = Array.from({ length: Math.ceil(weeks / 2) }, (_, index) => index * 2)
  return (
    <>
      <ul className="fall fall-high">
        <Axis
          ticks={[
            ...numbers
              .filter((week) => Math.abs(week - today) > 1)
              .map((week) => ({ at: week / weeks, label: `${week + first}` })),
            { at: today / weeks, label: todayLabel, strong: true },
          ]}
        />
        {items.map((item) => {
          const points = computeStockCurve(item, weeks)
          const top = Math.max(...points.map((point) => point.units))
          const y = (units: number) => Math.round((floor - computeFraction(units, top) * (floor - 6)) * 10) / 10
          const reorder = y(item.reorder)
          const path = points
            .map(({ week, units }) => `${Math.round((week / weeks) * 1000) / 10} ${y(units)}`)
            .join('L')
          const empty = points.filter(({ units }, index) => units === 0 && points[index + 1]?.units === 0)
          return (
            <ChartRow key={item.label} label={item.label} note={item.note} height={height} value={item.value}>
              <svg
                aria-hidden="true"
                viewBox={`0 0 100 ${height}`}
                width="100%"
                height={height}
                preserveAspectRatio="none"
              >
                <path className="f-fill" d={`M${path}V${floor}H0z`} vectorEffect="non-scaling-stroke" />
                <path className="f-none s-cobalt" d={`M${path}`} strokeWidth="1.6" vectorEffect="non-scaling-stroke" />
              </svg>
              {empty.map(({ week }) => (
                <Bar
                  key={week}
                  tone="waste"
                  start={week}
                  length={(points.find((point) => point.week > week)?.week ?? weeks) - week}
                  whole={weeks}
                  y={12}
                  height={floor - 12}
                />
              ))}
              <line className="s-field" x1="0" x2="100%" y1={reorder} y2={reorder} strokeDasharray="3 3" />
              <line className="s-field" x1="0" x2="100%" y1={floor} y2={floor} />
              {item.orders.map(({ from, lands, tone }, index) => (
                <Bar
                  key={from}
                  tone={tone}
                  start={Math.max(0, from)}
                  length={Math.min(lands, weeks) - Math.max(0, from)}
                  whole={weeks}
                  y={item.orders.slice(0, index).some((other) => other.lands > from) ? 61 : 50}
                  height={9}
                />
              ))}
              <line className="s-line" x1={at(today)} x2={at(today)} y1="0" y2={height} />
            </ChartRow>
          )
        })}
      </ul>
      <Legend entries={key}>
        <span>
          <svg width="22" height="12" aria-hidden="true">
            <path className="f-fill" d="M0 2 22 7v5H0z" />
            <path className="s-cobalt" d="M0 2 22 7" strokeWidth="1.6" />
          </svg>
          {stockLabel}
        </span>
      </Legend>
    </>
  )
}
