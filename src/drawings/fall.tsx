import type { ReactNode } from 'react'
import { percent } from './percent.ts'

interface FallRowProps {
  label: string
  note?: string | undefined
  value: ReactNode
  /** The line under which a sum would be drawn. */
  net?: boolean | undefined
  /** Height of the drawing in pixels. */
  height?: number
  children?: ReactNode
}

/** A line of a drawn list: words, a drawing as wide as the space, an amount. On phones the drawing drops under its words. */
export function FallRow({ label, note, value, net, height = 52, children }: FallRowProps) {
  return (
    <li className={net ? 'fall-net' : undefined}>
      <p className="fall-what">
        {label}
        {note && ' '}
        {note && <small>{note}</small>}
      </p>
      {children && (
        <svg width="100%" height={height} role="none">
          {children}
        </svg>
      )}{' '}
      <span className="fall-amount">{value}</span>
    </li>
  )
}

/** The result of a list without a bar of its own: double ruled, its amount the one to look at. */
export function SumRow({ label, note, value }: { label: string; note?: string | undefined; value: string }) {
  return <FallRow net label={label} note={note} value={<mark>{value}</mark>} />
}

interface AxisProps {
  /** Words and where they stand, as shares of the width from 0 to 1. */
  ticks: { at: number; label: string; strong?: boolean }[]
  /** Heading of the amounts. */
  amounts?: string | undefined
}

/** Words over a drawn list, in line with its drawings. */
export function Axis({ ticks, amounts }: AxisProps) {
  return (
    <li className="fall-axis" aria-hidden={amounts ? undefined : true}>
      <svg width="100%" height="28" aria-hidden="true">
        {ticks.map(({ at, label, strong }) => (
          <text
            key={`${label}${at}`}
            className={strong ? 'pic-text pic-strong' : 'pic-text'}
            x={percent(at, 1)}
            y="19"
            textAnchor={at > 0.97 ? 'end' : at < 0.03 ? 'start' : 'middle'}
          >
            {label}
          </text>
        ))}
      </svg>
      {amounts && <span className="fall-amount">{amounts}</span>}
    </li>
  )
}

/** A dotted line from one row's bar to the next: its lower half in one row, its upper half in the other. */
export function Connector({ at, y1, y2 }: { at: string; y1: number; y2: number }) {
  return <line className="fall-conn s-field" x1={at} x2={at} y1={y1} y2={y2} strokeDasharray="2 2" />
}
