import type { ReactNode } from 'react'
import type { FormLabels } from '../form-labels.ts'
import type { AnswerCodec } from './answer.ts'
import type { FieldBase } from './field-schema.ts'

/** The part of a field type that browsers load. */
export interface FieldView<F, V> {
  Control(props: FieldProps<F>): ReactNode
  /** Undefined for file fields. */
  answer?: AnswerCodec<F, V>
  /** Whether the control is short enough to share a row with another control. */
  half?: true
  /** Whether visitors do not see the field. */
  hidden?: true
}

/** Previous input by field name; checkboxes have a list of values. */
export type FormValues = Record<string, string | string[]>

/** Props of every control. `id` is unique on the page. */
export interface FieldProps<F = FieldBase> {
  field: F
  id: string
  labels: FormLabels
  value?: string | string[] | undefined
  problem?: string | undefined
}

/** Returns the first value, for controls that accept only one. */
export function getFirstValue(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0]
}

/** Returns the attributes that associate a control with its hint and its error message. */
export function getAriaAttributes({ field, id, problem }: Pick<FieldProps, 'field' | 'id' | 'problem'>) {
  return {
    'aria-describedby': field.hint ? `${id}-hint ${id}-error` : `${id}-error`,
    'aria-invalid': problem ? true : undefined,
  }
}

type TypedField = FieldBase & { maxLength?: number; autocomplete?: string | undefined }

/** Returns the props for a single control. `own` contains the props specific to its type. */
export function getControlProps<T>(props: FieldProps<TypedField>, own: T) {
  const { field, id, value } = props
  return {
    className: 'control',
    id,
    name: field.name,
    defaultValue: getFirstValue(value),
    ...own,
    required: field.required && !field.when,
    maxLength: field.maxLength,
    autoComplete: field.autocomplete,
    ...getAriaAttributes(props),
  }
}

/** Shows a single control with its label, hint and error message. */
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

/** Shows the label of a field with its unit, and whether the field is optional. */
export function FieldLabel({ field, labels }: FieldProps<FieldBase & { unit?: string }>) {
  const label = field.unit ? `${field.label} (${field.unit})` : field.label
  if (field.required) return label
  return (
    <>
      {`${label} `}
      <small className="opt">{labels.optional}</small>
    </>
  )
}

/** Shows the hint and error message of a field, before its control. The message is empty if there is no problem. */
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
