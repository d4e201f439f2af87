import type { FieldProps } from './field-props.ts'

/** What a field is called; what may be left out says so, what must be filled in does not. */
export function FieldLabel({ field, labels }: Pick<FieldProps, 'field' | 'labels'>) {
  return (
    <>
      {field.label}
      {!field.required && <small className="opt">{labels.optional}</small>}
    </>
  )
}
