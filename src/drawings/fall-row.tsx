import type { ReactNode } from 'react'

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
        {note && <small>{note}</small>}
      </p>
      {children && (
        <svg width="100%" height={height} aria-hidden="true">
          {children}
        </svg>
      )}
      <span className="fall-amount">{value}</span>
    </li>
  )
}

/** The result of a list without a bar of its own: double ruled, its amount the one to look at. */
export function SumRow({ label, note, value }: { label: string; note?: string | undefined; value: string }) {
  return <FallRow net label={label} note={note} value={<mark>{value}</mark>} />
}
