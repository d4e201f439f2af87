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
  /** Whether to use the dark colors. */
  night?: boolean
  /** Whether the section has a background of its own, so that neighboring sections keep their distance. */
  band?: boolean
  /** Name of the region, for sections without a visible heading. */
  label?: string | undefined
  children: ReactNode
}

/** Renders a full-width band with its content in the page column. */
export function Section({ name, id, pad = 'l', flush, night, band, label, children }: SectionProps) {
  const classes = classNames(pads[pad], flush && 'sec-flush', night && 'night', band && 'band', name)
  return (
    <section className={classes} id={id} aria-label={label}>
      <div className="wrap">{children}</div>
    </section>
  )
}
