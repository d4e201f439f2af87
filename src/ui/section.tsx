import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const pads = { l: 'sec', s: 'sec-s', none: '' }

interface SectionProps {
  name: string
  id?: string | undefined
  /** Padding above and below. */
  pad?: keyof typeof pads
  /** No padding above. */
  flush?: boolean
  night?: boolean
  /** Name of the region if it has no visible heading. */
  label?: string | undefined
  children: ReactNode
}

/** A band across the page with its content in the column of the page. */
export function Section({ name, id, pad = 'l', flush, night, label, children }: SectionProps) {
  return (
    <section className={classNames(pads[pad], flush && 'sec-flush', night && 'night', name)} id={id} aria-label={label}>
      <div className="wrap">{children}</div>
    </section>
  )
}
