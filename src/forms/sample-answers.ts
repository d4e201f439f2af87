import { pickApplicableFields } from './conditions.ts'
import type { Contract } from './contract.ts'
import { listFields } from './fields.ts'
import { listFileFields } from './kinds/file/file-fields.ts'
import { getFieldType } from './kinds/get-field-type.ts'
import { createSampleDocument, type Submission } from './sample-submission.ts'
import type { AnswerValue } from './value.ts'

/**
 * Returns example answers and files for all fields of a form, or only for the required ones. Omits fields that do not
 * apply to these answers.
 * @param index index of the type of each file; see `createSampleDocument`
 */
export function createSample(form: Contract, which: 'all' | 'required' = 'all', index = 0): Omit<Submission, 'given'> {
  const isAsked = ({ required }: { required: boolean }) => which === 'all' || required
  const examples = listFields(form).flatMap((field): [string, AnswerValue][] => {
    const answer = isAsked(field) ? getFieldType(field).example?.(field) : undefined
    return answer === undefined ? [] : [[field.name, answer]]
  })
  const contract = pickApplicableFields(form, Object.fromEntries(examples))
  const names = listFields(contract).map(({ name }) => name)
  const files = listFileFields(contract).filter(isAsked)
  return {
    contract,
    values: Object.fromEntries(examples.filter(([name]) => names.includes(name))),
    files: new Map(files.map(({ name, extensions }) => [name, createSampleDocument(extensions, index)])),
  }
}
