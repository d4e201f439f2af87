import type { Contract, Field } from './contract.ts'

/**
 * Returns a form with only the fields that apply, without their conditions. Browsers show only these fields, and the
 * relay accepts only these. A condition does not hold if its own field does not apply.
 * @param answers answers by field name, parsed or as text
 */
export function pickApplicableFields(contract: Contract, answers: Readonly<Record<string, unknown>>): Contract {
  const names = new Set<string>()
  const holds = (when: Field['when']) =>
    !when || (names.has(when.field) && when.is.some((value) => [answers[when.field]].flat().includes(value)))
  const groups = contract.groups.map((group) => {
    const fields = holds(group.when) ? group.fields.filter(({ name, when }) => holds(when) && names.add(name)) : []
    return { ...group, fields: fields.map((field) => ({ ...field, when: undefined })) }
  })
  return { ...contract, groups }
}
