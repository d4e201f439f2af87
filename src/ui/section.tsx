import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const pads = { l: 'sec', s: 'sec-s', none: '' }

interface SectionProps {
  name: string
  id?: string | undefined
  /** Padding above and below; mix them, so that a page has a rhythm. */
  pad?: keyof typeof pads
  /** No padding above: it belongs to the section before it. */
  flush?: boolean
  night?: boolean
  /** Names the region when it has no visible heading. */
  label?: string | undefined
  children: ReactNode
}

/** A band of the page with the page's column inside it. */
export function Section({ name, id, pad = 'l', flush, night, label, children }: SectionProps) {
  return (
    <section className={classNames(pads[pad], flush && 'sec-flush', night && 'night', name)} id={id} aria-label={label}>
      <div className="wrap">{children}</div>
    </section>
  )
}
