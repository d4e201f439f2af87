import { percent } from './percent.ts'

interface AxisProps {
  /** Words and where they stand, as shares of the width from 0 to 1. */
  ticks: { at: number; label: string; strong?: boolean }[]
  /** Heading of the amounts. */
  amounts?: string | undefined
}

/** Words over a drawn list, in line with its drawings. */
export function Axis({ ticks, amounts }: AxisProps) {
  return (
    <li className="fall-axis">
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
