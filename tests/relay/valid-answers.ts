import type { Contract, Field } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import { getFieldType } from '../../src/forms/kinds/get-field-type.ts'
import type { AnswerValues } from '../../src/forms/value.ts'

/** Values that are harder to handle than the field types' example values. */
const TEXTS: Partial<Record<Field['kind'], string>> = {
  text: 'Åsa "Quote" O’Neill',
  email: 'asa@brand.example',
  tel: '+1 212 555 0142',
  url: 'https://brand.example/shop?a=1&b=2',
}

/** Returns valid answers for all fields of a contract except file fields. */
export function validAnswers(contract: Contract): AnswerValues {
  const answers = listFields(contract).flatMap((field): [string, AnswerValues[string]][] => {
    switch (field.kind) {
      case 'file':
        return []
      case 'textarea':
        return [[field.name, 'First line\nsecond line <b>&amp; 名前 🧡']]
      case 'checkboxes':
        return [[field.name, field.options.slice(0, 2).map(({ value }) => value)]]
      case 'select':
      case 'radio':
        return [[field.name, field.options.at(-1)?.value ?? '']]
      case 'slider':
        return [[field.name, field.min + field.step * 3]]
      default:
        return [[field.name, TEXTS[field.kind] ?? getFieldType(field).example?.(field) ?? '']]
    }
  })
  const given = contract.given.map((name): [string, string] => [name, `Given ${name}`])
  return Object.fromEntries([...answers, ...given])
}

/** Converts answers to the strings that a browser without JavaScript submits. */
export function toTexts(contract: Contract, values: AnswerValues): Record<string, string | string[]> {
  const texts = Object.entries(values).map(([name, value]): [string, string | string[]] => [
    name,
    // Browsers send line breaks as CR LF.
    Array.isArray(value) ? value : String(value).replaceAll('\n', '\r\n'),
  ])
  const type = contract.endpoint === 'send-form-submission' ? { formType: contract.formType } : {}
  return { ...type, ...contract.fixed, ...Object.fromEntries(texts) }
}
