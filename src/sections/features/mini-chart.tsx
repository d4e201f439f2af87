import { computeColumnLayout, computeFraction, formatPercent } from '../../drawings/numbers.ts'
import type { MiniChart as Chart } from '../../schema/blocks.ts'

const HEIGHT = 56
/** Minimum height of a hatched column, in pixels. */
const HATCHED = 5
const BAR = 14
/** Gap between columns, as a fraction of the column width. */
const SPACE = 0.16

export function MiniChart({ chart }: { chart: Chart }) {
  return (
    <figure className="mini">
      {chart.kind === 'columns' && <Columns {...chart} />}
      {chart.kind === 'bars' && <Bars {...chart} />}
      {chart.kind === 'cells' && <MiniCells {...chart} />}
      <figcaption className="cap">{chart.caption}</figcaption>
    </figure>
  )
}

type Of<Kind> = Extract<Chart, { kind: Kind }>

/** Draws amounts from zero. Columns from index `kept` are hatched. Columns that are not in `marked` are pale. */
function Columns({ values, kept = values.length, marked }: Of<'columns'>) {
  const top = Math.max(...values)
  const { at, width } = computeColumnLayout(values.length, SPACE)
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      {values.map((value, index) => {
        const hatched = index >= kept
        const height = Math.max(hatched ? HATCHED : 2, Math.round(computeFraction(value, top) * HEIGHT))
        const pale = marked && !marked.includes(index + 1)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no key but their index
            key={index}
            className={hatched ? 'h-ink s-field' : pale ? 'f-soft s-cobalt' : 'f-cobalt'}
            x={at(index)}
            width={width}
            y={HEIGHT - height}
            height={height}
          />
        )
      })}
    </svg>
  )
}

/** Draws shares of a whole. Each share has its own track between its name and its value. */
function Bars({ bars }: Of<'bars'>) {
  return (
    <ul className="mini-rows mini-bars">
      {bars.map(({ name, value, figure = `${value}%` }) => (
        <li key={name}>
          <span>{name}</span>{' '}
          <svg width="100%" height={BAR} aria-hidden="true">
            <rect className="f-soft" width="100%" height={BAR} />
            <rect className="f-cobalt" width={formatPercent(value, 100)} height={BAR} />
          </svg>
          <b>{figure}</b>
        </li>
      ))}
    </ul>
  )
}

const CELL = 14
/** Gap between cells in a chart of typical width, in pixels. */
const GAP = 3
const WIDE = 384

/** Half-filled cells are outlined, so that they differ from empty cells in more than color. */
const cellClass: Record<string, string> = { '#': 'f-cobalt', '+': 'f-soft s-cobalt', '.': 'f-fill' }

/** Draws rows of cells, such as hours by weekday. Rows may have names. */
function MiniCells({ rows, names }: Of<'cells'>) {
  const count = Math.max(...rows.map((row) => row.length))
  const { at, width } = computeColumnLayout(count, (GAP * count) / (WIDE - GAP * count))
  return (
    <ul className={names ? 'mini-rows mini-named' : 'mini-rows'}>
      {rows.map((row, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key but their index
        <li key={line}>
          {names && <span>{names[line]}</span>}
          <svg width="100%" height={CELL} aria-hidden="true">
            {[...row].map((cell, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no key but their index
                key={index}
                className={cellClass[cell]}
                x={at(index)}
                width={width}
                height={CELL}
              />
            ))}
          </svg>
        </li>
      ))}
    </ul>
  )
}
