import { pickApplicableFields } from '../conditions.ts'
import type { Contract, Field } from '../contract.ts'
import { listFields } from '../fields.ts'
import type { AnswerValue, AnswerValues, FieldViewLookup } from '../value.ts'
import type { FieldType } from './field-type.ts'
import * as kinds from './list.ts'

const byKind = new Map<string, unknown>(Object.entries(kinds))

/** Returns the type of a field. Only for the relay and the command-line tool, which load all field types. */
export function getFieldType(field: Field): FieldType<Field, AnswerValue> {
  return byKind.get(field.kind) as FieldType<Field, AnswerValue>
}

/** Returns the first field for the visitor's email address. @param values if set, only a field that applies to them */
export function findReplyField(form: Contract, values?: AnswerValues): Field | undefined {
  return listFields(values ? pickApplicableFields(form, values) : form).find((field) => getFieldType(field).replyTo)
}

/** Loads the views of all field types, for pages that are rendered without Vite. See views.ts. */
export async function loadFieldViews(): Promise<FieldViewLookup> {
  const loading = Object.entries(kinds).map(async ([kind, { view }]) => [kind, (await view()).default] as const)
  const views = new Map(await Promise.all(loading))
  return ({ kind }) => views.get(kind) as ReturnType<FieldViewLookup>
}
