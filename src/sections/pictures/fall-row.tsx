import type { ReactNode } from 'react'

interface FallRowProps {
  label: string
  note?: string | undefined
  value: string
  /** The line under which a sum would be drawn. */
  net?: boolean
  children: ReactNode
}

/** A line of a drawn list: words, a bar as wide as the space, an amount. On phones the bar drops under its words. */
export function FallRow({ label, note, value, net, children }: FallRowProps) {
  return (
    <li className={net ? 'fall-net' : undefined}>
      <p className="fall-what">
        {label}
        {note && <small>{note}</small>}
      </p>
      <svg width="100%" height="52" aria-hidden="true">
        {children}
      </svg>
      <span className="fall-amount">{value}</span>
    </li>
  )
}
