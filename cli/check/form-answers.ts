import type { Contract, Field } from '../../src/forms/contract.ts'
import { listFields } from '../../src/forms/fields.ts'
import type { Value, Values } from '../../src/forms/value.ts'

/** What people write, the shortest last. */
const TEXTS = {
  text: ['A trial answer', 'A'],
  textarea: ['A trial answer\non two lines', 'A'],
  email: ['trial@example.com', 'a@b.co'],
  tel: ['+1 212 555 0142', '5550142'],
  url: ['https://www.example.com/', 'https://b.co'],
} satisfies Partial<Record<Field['kind'], string[]>>

/** An answer as a visitor gives it; the shortest one where the field has no room for it. Files are apart. */
export function answerTo(field: Exclude<Field, { kind: 'file' }>): Value {
  switch (field.kind) {
    case 'checkboxes':
      return field.options.map(({ value }) => value)
    case 'select':
    case 'radio':
      return field.options[0]?.value ?? ''
    case 'slider':
      return field.default
    default: {
      const texts = TEXTS[field.kind]
      return texts.find((text) => text.length <= field.maxLength) ?? texts.at(-1) ?? ''
    }
  }
}

/** An answer to every field of a form, or to those that must be answered. */
export function answersTo(contract: Contract, which: 'all' | 'required' = 'all'): Values {
  const asked = listFields(contract).flatMap((field) =>
    field.kind === 'file' || (which === 'required' && !field.required) ? [] : [[field.name, answerTo(field)] as const],
  )
  return Object.fromEntries(asked)
}
