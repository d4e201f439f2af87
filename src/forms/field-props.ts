import type { Field } from './contract.ts'

export type FieldKind = Field['kind']
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>
export type LineField = FieldOf<'text' | 'email' | 'tel' | 'url'>

/** The words a form needs besides its contract. */
export interface FormLabels {
  optional: string
  /** Heading of the list of problems. */
  problems: string
}

/** What was typed before, by name on the wire; lists for checkboxes. */
export type FormValues = Record<string, string | string[]>

/** What every field component takes. `id` is the control's id, unique on the page. */
export interface FieldProps<F extends Field = Field> {
  field: F
  id: string
  labels: FormLabels
  value?: string | string[] | undefined
  problem?: string | undefined
}

/** The first of what was typed, for controls that hold one value. */
export function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** Attributes that tie a control to its hint and its message. */
export function described({ field, id, problem }: Pick<FieldProps, 'field' | 'id' | 'problem'>) {
  return {
    'aria-describedby': field.hint ? `${id}-hint ${id}-error` : `${id}-error`,
    'aria-invalid': problem ? true : undefined,
  }
}
