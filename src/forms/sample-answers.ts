import type { Contract } from './contract.ts'
import { listFields } from './fields.ts'
import { getFieldType } from './kinds/get-field-type.ts'
import type { AnswerValues } from './value.ts'

/** Returns example answers for all fields of a form, or only for the required fields. Omits files. */
export function createSampleAnswers(contract: Contract, which: 'all' | 'required' = 'all'): AnswerValues {
  const asked = listFields(contract).filter(({ required }) => which === 'all' || required)
  return Object.fromEntries(
    asked.flatMap((field) => {
      const answer = getFieldType(field).example?.(field)
      return answer === undefined ? [] : [[field.name, answer]]
    }),
  )
}
