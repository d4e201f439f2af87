import type { MiniChart as Chart } from '../../content/blocks.ts'
import { percent } from '../pictures/percent.ts'
import { sideBySide } from '../pictures/side-by-side.ts'

const HEIGHT = 56
const BAR = 13
const CELL = 14
/** Between columns and cells, in parts of their width. */
const SPACE = 0.16

/** A drawing as wide as its column, with the words for what it shows under it. */
export function MiniChart({ chart }: { chart: Chart }) {
  return (
    <figure className="mini">
      {chart.kind === 'columns' && <Columns {...chart} />}
      {chart.kind === 'bars' && <Bars {...chart} />}
      {chart.kind === 'cells' && <Cells {...chart} />}
      <figcaption className="cap">{chart.caption}</figcaption>
    </figure>
  )
}

type Of<Kind> = Extract<Chart, { kind: Kind }>

/** Amounts from zero; those that do not count are hatched. */
function Columns({ values, kept = values.length }: Of<'columns'>) {
  const top = Math.max(...values)
  const { at, width } = sideBySide(values.length, SPACE)
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      {values.map((value, place) => {
        const tall = Math.max(2, Math.round((value / top) * HEIGHT))
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their place
            key={place}
            className={place < kept ? 'f-cobalt' : 'h-ink'}
            x={at(place)}
            width={width}
            y={HEIGHT - tall}
            height={tall}
          />
        )
      })}
    </svg>
  )
}

/** Shares of one whole, each on a track of its own. */
function Bars({ values }: Of<'bars'>) {
  const step = BAR + 8
  return (
    <svg width="100%" height={values.length * step - 8} aria-hidden="true">
      {values.map((value, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no name but their place
        <g key={place}>
          <rect className="f-soft" width="100%" y={place * step} height={BAR} />
          <rect className="f-cobalt" width={percent(value, 100)} y={place * step} height={BAR} />
        </g>
      ))}
    </svg>
  )
}

const cellClass: Record<string, string> = { '#': 'f-cobalt', '+': 'f-soft', '.': 'f-fill' }

/** Places in rows, such as the hours of weekdays. */
function Cells({ rows }: Of<'cells'>) {
  const { at, width } = sideBySide(Math.max(...rows.map((row) => row.length)), SPACE)
  return (
    <svg width="100%" height={rows.length * (CELL + 2) - 2} aria-hidden="true">
      {rows.flatMap((row, line) =>
        [...row].map((cell, place) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place
            key={`${line} ${place}`}
            className={cellClass[cell]}
            x={at(place)}
            width={width}
            y={line * (CELL + 2)}
            height={CELL}
          />
        )),
      )}
    </svg>
  )
}
