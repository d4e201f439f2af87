import { Fragment, type ReactNode } from 'react'
import { formatPercent } from './numbers.ts'
import { type Tone, toneClass } from './picture-fields.ts'

interface ChartRowProps {
  label: string
  note?: string | undefined
  value: ReactNode
  /** Whether the row is a result. Results have bolder text and a dark line above them. */
  net?: boolean | undefined
  /** Height of the drawing in pixels. */
  height?: number
  children?: ReactNode
}

/** Draws one row of a chart: label, drawing and amount. On phones, the drawing is below the label. */
export function ChartRow({ label, note, value, net, height = 52, children }: ChartRowProps) {
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

/** Shows a chart's result without a bar, with the amount highlighted. */
export function SumRow({ label, note, value }: { label: string; note?: string | undefined; value: string }) {
  return <ChartRow net label={label} note={note} value={<mark>{value}</mark>} />
}

interface AxisProps {
  /** Labels with their positions, as fractions of the width. */
  ticks: { at: number; label: string; strong?: boolean }[]
  /** Heading for the column of amounts. */
  amounts?: string | undefined
}

/** Shows labels above the rows of a chart, aligned with the drawings in them. */
export function Axis({ ticks, amounts }: AxisProps) {
  return (
    <li className="fall-axis" aria-hidden={amounts ? undefined : true}>
      <svg width="100%" height="28" aria-hidden="true">
        {ticks.map(({ at, label, strong }) => (
          <text
            key={`${label}${at}`}
            className={strong ? 'pic-text pic-strong' : 'pic-text'}
            x={formatPercent(at, 1)}
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

interface BarProps {
  tone: Tone
  start: number
  length: number
  /** Maximum of the scale, which begins at 0. */
  whole: number
  y?: number
  height?: number
}

export function Bar({ tone, start, length, whole, y = 13, height = 27 }: BarProps) {
  return (
    <rect
      className={toneClass[tone]}
      x={formatPercent(start, whole)}
      width={formatPercent(length, whole)}
      y={y}
      height={height}
    />
  )
}

/** Draws half of a dotted line from a bar to the bar in the next row. The next row draws the other half. */
export function Connector({ at, y1, y2 }: { at: string; y1: number; y2: number }) {
  return <line className="fall-conn s-field" x1={at} x2={at} y1={y1} y2={y2} strokeDasharray="2 2" />
}

interface LegendProps {
  entries: { label: string; tone: Tone }[]
  /** Whether the drawing marks results with diamonds instead of bars. */
  diamond?: boolean
  /** Legend entries to show before those in `entries`. */
  children?: ReactNode
}

export function Legend({ entries, diamond, children }: LegendProps) {
  return (
    <p className="key">
      {children}{' '}
      {entries.map(({ label, tone }) => (
        <Fragment key={label}>
          <span>
            {diamond && tone === 'result' ? (
              <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
                <Diamond />
              </svg>
            ) : (
              <svg width="22" height="10" aria-hidden="true">
                <rect className={toneClass[tone]} x=".5" y=".5" width="21" height="9" />
              </svg>
            )}
            {label}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  )
}

/** Draws a completion mark, centered on the origin. */
export function Diamond() {
  return <path className="f-tag s-ink" d="M0-9 9 0 0 9-9 0z" />
}
