import { computeFraction, formatMeasure, formatPercent } from '../../numbers.ts'
import type { DrawingProps } from '../../picture.ts'
import { toneClass } from '../../picture-fields.ts'

const head = 26
const tallest = 190
const foot = head + tallest

/** Draws columns with their values above them and two lines of text below them. */
export default function Columns({ picture, language }: DrawingProps<'columns'>) {
  const { columns, currency, unit } = picture
  const top = Math.max(...columns.map((column) => column.value))
  const step = 100 / columns.length
  return (
    <svg className="columns" width="100%" height={foot + 52} role="none">
      {columns.map(({ label, under, value, tone }, index) => {
        const height = Math.round(computeFraction(value, top) * tallest)
        const middle = formatPercent((index + 0.5) * step, 100)
        return (
          <g key={label}>
            <rect
              className={toneClass[tone]}
              x={formatPercent(index * step + step * 0.1, 100)}
              width={formatPercent(step * 0.8, 100)}
              y={foot - height}
              height={height}
            />
            <text className="pic-text pic-strong" x={middle} y={foot + 22} textAnchor="middle">
              {label}
            </text>{' '}
            {under && (
              <text className="pic-text" x={middle} y={foot + 42} textAnchor="middle">
                {under}
              </text>
            )}{' '}
            <text className="pic-text pic-strong" x={middle} y={foot - height - 9} textAnchor="middle">
              {formatMeasure(value, language, currency, unit)}
            </text>{' '}
          </g>
        )
      })}
      <rect className="f-ink" y={foot} width="100%" height="3" />
    </svg>
  )
}
