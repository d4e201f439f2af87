import type { ReactNode } from 'react'

/** A short fact in a hairline box. Never a button. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className="chip">{children}</span>
}
