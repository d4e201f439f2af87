import type { ComponentProps, ReactNode } from 'react'

/** A button whose only content is its label. */
export function Button({ label, ...attributes }: ComponentProps<'button'> & { label: ReactNode }) {
  return (
    <button type="button" {...attributes}>
      {label}
    </button>
  )
}
