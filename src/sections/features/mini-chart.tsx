import { percent, sideBySide } from '../../drawings/percent.ts'
import type { MiniChart as Chart } from '../../schema/blocks.ts'

const HEIGHT = 56
/** A hatch shorter than this is a speck. */
const HATCHED = 5
const BAR = 14
/** Between columns, in parts of their width. */
const SPACE = 0.16

/** A drawing as wide as its column, with the words for what it shows under it. */
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

/** Amounts from zero; those that do not count are hatched, those the words do not speak of pale. */
function Columns({ values, kept = values.length, marked }: Of<'columns'>) {
  const top = Math.max(...values)
  const { at, width } = sideBySide(values.length, SPACE)
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      {values.map((value, index) => {
        const hatched = index >= kept
        const tall = Math.max(hatched ? HATCHED : 2, Math.round((value / top) * HEIGHT))
        const pale = marked && !marked.includes(index + 1)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their index
            key={index}
            className={hatched ? 'h-ink s-field' : pale ? 'f-soft s-cobalt' : 'f-cobalt'}
            x={at(index)}
            width={width}
            y={HEIGHT - tall}
            height={tall}
          />
        )
      })}
    </svg>
  )
}

/** Shares of one whole, each on a track of its own between its name and its figure. */
function Bars({ bars }: Of<'bars'>) {
  return (
    <ul className="mini-rows mini-bars">
      {bars.map(({ name, value, figure = `${value}%` }) => (
        <li key={name}>
          <span>{name}</span>{' '}
          <svg width="100%" height={BAR} aria-hidden="true">
            <rect className="f-soft" width="100%" height={BAR} />
            <rect className="f-cobalt" width={percent(value, 100)} height={BAR} />
          </svg>
          <b>{figure}</b>
        </li>
      ))}
    </ul>
  )
}

const CELL = 14
/** Between cells in both directions, in pixels of a drawing as wide as most are. */
const GAP = 3
const WIDE = 384

/** Half a cell has an outline as well: it differs from an empty one without colour. */
const cellClass: Record<string, string> = { '#': 'f-cobalt', '+': 'f-soft s-cobalt', '.': 'f-fill' }

/** Places in rows, such as the hours of weekdays; rows may have names. */
function MiniCells({ rows, names }: Of<'cells'>) {
  const count = Math.max(...rows.map((row) => row.length))
  const { at, width } = sideBySide(count, (GAP * count) / (WIDE - GAP * count))
  return (
    <ul className={names ? 'mini-rows mini-named' : 'mini-rows'}>
      {rows.map((row, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their index
        <li key={line}>
          {names && <span>{names[line]}</span>}
          <svg width="100%" height={CELL} aria-hidden="true">
            {[...row].map((cell, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their index
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
