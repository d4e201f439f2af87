import type { AnyFieldType, Field } from './contract.ts'
import type { FieldView } from './kinds/field-view.tsx'

/** The parsed answer to a field: text, one amount or several choices. */
export type AnswerValue = ReturnType<NonNullable<AnyFieldType['answer']>['parse']> & {}

/** The answers in one submission by field name, without files. */
export type AnswerValues = Record<string, AnswerValue>

/** A problem with an answer, described for the visitor. */
export interface FieldProblem {
  field: string
  code: 'required' | 'invalid' | 'too-long' | 'too-large' | 'unknown'
  detail: string
}

export type FieldViewLookup = (field: Field) => FieldView<Field, AnswerValue>
