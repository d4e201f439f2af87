import type { Field, Kinds } from './contract.ts'
import type { FieldView } from './kinds/field-view.tsx'

/** What a field holds once it is read: text, one amount, several choices, as its kind says. */
export type Value = ReturnType<NonNullable<Kinds['answer']>['parse']> & {}

/** The answers of one submission by wire name. Files are apart. */
export type Values = Record<string, Value>

/** A field that does not fit, in words for the person who filled it in. */
export interface FieldProblem {
  field: string
  code: 'required' | 'invalid' | 'too-long' | 'too-large' | 'unknown'
  detail: string
}

export type ViewOf = (field: Field) => FieldView<Field, Value>
