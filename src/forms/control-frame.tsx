import type { ReactNode } from 'react'
import { FieldLabel } from './field-label.tsx'
import { FieldNotes } from './field-notes.tsx'
import type { FieldProps } from './field-props.ts'

/** Label, hint and message round a single control. */
export function ControlFrame({ children, ...props }: FieldProps & { children: ReactNode }) {
  return (
    <>
      <label className="lab" htmlFor={props.id}>
        <FieldLabel {...props} />
      </label>
      <FieldNotes {...props} />
      {children}
    </>
  )
}
