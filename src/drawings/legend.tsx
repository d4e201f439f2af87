import { Fragment, type ReactNode } from 'react'
import { type Tone, toneClass } from './picture-fields.ts'

interface KeyProps {
  entries: { label: string; tone: Tone }[]
  /** Whether the drawing marks results with diamonds instead of bars. */
  diamond?: boolean
  /** Legend entries to show before those in `entries`. */
  children?: ReactNode
}

export function Legend({ entries, diamond, children }: KeyProps) {
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
