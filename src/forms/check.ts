import type { Contract, Field } from './contract.ts'
import { listFields } from './fields.ts'
import { getFieldType } from './kinds/get-field-type.ts'
import type { AnswerValue, AnswerValues, FieldProblem } from './value.ts'

/**
 * Checks values against the contract, with the same rules as the HTML attributes of the page.
 * @param files names of the file fields in which a file was chosen
 */
export function checkValues(
  contract: Contract,
  values: AnswerValues,
  files: ReadonlySet<string> = new Set(),
): FieldProblem[] {
  return listFields(contract).flatMap((field): FieldProblem[] => {
    const code = findProblem(field, values[field.name], files)
    return code ? [{ field: field.name, code, detail: getProblemMessage(field, code) }] : []
  })
}

/** Returns the contract's message for a problem, or the field's label if the contract has no message. */
export function getProblemMessage(field: Field, code: FieldProblem['code']): string {
  const { messages, label } = field
  return (code === 'required' ? messages?.required : messages?.invalid) ?? messages?.required ?? label
}

function findProblem(
  field: Field,
  raw: AnswerValue | undefined,
  files: ReadonlySet<string>,
): FieldProblem['code'] | undefined {
  const { answer, check } = getFieldType(field)
  const empty = answer ? isEmptyAnswer(raw) : !files.has(field.name)
  if (empty || !answer) return empty && field.required ? 'required' : undefined
  const value = answer.parse(raw)
  return value === undefined ? 'invalid' : check?.(value, field)
}

export function isEmptyAnswer(value: AnswerValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
