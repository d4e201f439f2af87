import { sideBySide } from '../../drawings/percent.ts'
import type { MiniChart } from '../../schema/blocks.ts'

const CELL = 14
/** Between cells in both directions, in pixels of a drawing as wide as most are. */
const GAP = 3
const WIDE = 384

/** Half a cell has an outline as well: it differs from an empty one without colour. */
const cellClass: Record<string, string> = { '#': 'f-cobalt', '+': 'f-soft s-cobalt', '.': 'f-fill' }

/** Places in rows, such as the hours of weekdays; rows may have names. */
export function MiniCells({ rows, names }: Extract<MiniChart, { kind: 'cells' }>) {
  const count = Math.max(...rows.map((row) => row.length))
  const { at, width } = sideBySide(count, (GAP * count) / (WIDE - GAP * count))
  return (
    <ul className={names ? 'mini-rows mini-named' : 'mini-rows'}>
      {rows.map((row, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <li key={line}>
          {names && <span>{names[line]}</span>}
          <svg width="100%" height={CELL} aria-hidden="true">
            {[...row].map((cell, place) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place
                key={place}
                className={cellClass[cell]}
                x={at(place)}
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
