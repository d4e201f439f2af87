import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const pads = { l: 'sec', s: 'sec-s', none: '' }

interface SectionProps {
  name: string
  id?: string | undefined
  /** Size of the padding above and below. */
  pad?: keyof typeof pads
  /** Whether to omit the padding above. */
  flush?: boolean
  night?: boolean
  /** Name of the region, for sections without a visible heading. */
  label?: string | undefined
  children: ReactNode
}

/** Renders a full-width band with its content in the page column. */
export function Section({ name, id, pad = 'l', flush, night, label, children }: SectionProps) {
  return (
    <section className={classNames(pads[pad], flush && 'sec-flush', night && 'night', name)} id={id} aria-label={label}>
      <div className="wrap">{children}</div>
    </section>
  )
}
