import type { Field, Kinds } from './contract.ts'
import type { FieldView } from './kinds/field-view.tsx'

/** The parsed answer to a field: text, one amount or several choices. */
export type Value = ReturnType<NonNullable<Kinds['answer']>['parse']> & {}

/** The answers in one submission by field name, without files. */
export type Values = Record<string, Value>

/** A problem with an answer, described for the visitor. */
export interface FieldProblem {
  field: string
  code: 'required' | 'invalid' | 'too-long' | 'too-large' | 'unknown'
  detail: string
}

export type ViewOf = (field: Field) => FieldView<Field, Value>
