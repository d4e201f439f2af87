import type { ReactNode } from 'react'
import type { FormLabels } from '../form-labels.ts'
import type { Answer } from './answer.ts'
import type { FieldBase } from './field-schema.ts'

/** The half of a kind that is shown: what browsers need of it. */
export interface FieldView<F, V> {
  Control(props: FieldProps<F>): ReactNode
  /** Files have none. */
  answer?: Answer<F, V>
  /** Two neighbours as short as this share a row. */
  half?: true
}

/** What was typed before, by name on the wire; lists for checkboxes. */
export type FormValues = Record<string, string | string[]>

/** What every control takes. `id` is its id, unique on the page. */
export interface FieldProps<F = FieldBase> {
  field: F
  id: string
  labels: FormLabels
  value?: string | string[] | undefined
  problem?: string | undefined
}

/** The first of what was typed, for controls that hold one value. */
export function single(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0]
}

/** Attributes that tie a control to its hint and its message. */
export function described({ field, id, problem }: Pick<FieldProps, 'field' | 'id' | 'problem'>) {
  return {
    'aria-describedby': field.hint ? `${id}-hint ${id}-error` : `${id}-error`,
    'aria-invalid': problem ? true : undefined,
  }
}

type TypedField = FieldBase & { maxLength?: number; autocomplete?: string | undefined }

/** What every single control has, and in it what makes it the control of its kind. */
export function controlProps<T>(props: FieldProps<TypedField>, own: T) {
  const { field, id, value } = props
  return {
    className: 'control',
    id,
    name: field.name,
    defaultValue: single(value),
    ...own,
    required: field.required,
    maxLength: field.maxLength,
    autoComplete: field.autocomplete,
    ...described(props),
  }
}

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

/** What a field is called; what may be left out says so, what must be filled in does not. */
export function FieldLabel({ field, labels }: FieldProps) {
  if (field.required) return field.label
  return (
    <>
      {`${field.label} `}
      <small className="opt">{labels.optional}</small>
    </>
  )
}

/**
 * Hint and message of a field, both before the control. The message is always there, empty,
 * so that a check in the browser only has to fill it.
 */
export function FieldNotes({ field, id, problem }: FieldProps) {
  return (
    <>
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      <p className="err" id={`${id}-error`}>
        {problem}
      </p>
    </>
  )
}
