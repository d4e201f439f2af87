import type { Contract, Field } from './contract.ts'
import { listFields } from './fields.ts'
import type { FieldProblem, Value, Values } from './value.ts'
import { isWebsite, SCHEME_LENGTH } from './website.ts'

/**
 * What browsers accept in `<input type=email>`, so that the relay refuses nothing the page let through.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/**
 * Checks values against the contract, by the rules that the page states as HTML attributes.
 * @param files names of the file fields that hold a file
 */
export function checkValues(
  contract: Contract,
  values: Values,
  files: ReadonlySet<string> = new Set(),
): FieldProblem[] {
  return listFields(contract).flatMap((field): FieldProblem[] => {
    const code =
      field.kind === 'file'
        ? field.required && !files.has(field.name)
          ? 'required'
          : undefined
        : faultOf(field, values[field.name])
    return code ? [{ field: field.name, code, detail: messageOf(field, code) }] : []
  })
}

/** The contract's words for a fault, or the label when it has none. */
export function messageOf(field: Field, code: FieldProblem['code']): string {
  const { messages, label } = field
  return (code === 'required' ? messages?.required : messages?.invalid) ?? messages?.required ?? label
}

function faultOf(field: Exclude<Field, { kind: 'file' }>, value: Value | undefined): FieldProblem['code'] | undefined {
  const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (empty) return field.required ? 'required' : undefined
  switch (field.kind) {
    case 'checkboxes':
      return Array.isArray(value) &&
        value.length <= field.options.length &&
        value.every((item) => isOption(field, item))
        ? undefined
        : 'invalid'
    case 'select':
    case 'radio':
      return isOption(field, value) ? undefined : 'invalid'
    case 'slider':
      return typeof value === 'number' && value >= field.min && value <= field.max && onStep(value, field)
        ? undefined
        : 'invalid'
    default: {
      if (typeof value !== 'string') return 'invalid'
      // Counted as browsers count: UTF-16 units, a line break as one.
      const longest = field.maxLength + (field.kind === 'url' ? SCHEME_LENGTH : 0)
      if (value.replace(/\r\n/g, '\n').length > longest) return 'too-long'
      if (field.kind === 'email') return EMAIL.test(value) ? undefined : 'invalid'
      if (field.kind === 'url') return isWebsite(value) ? undefined : 'invalid'
      return field.kind !== 'textarea' && /[\r\n]/.test(value) ? 'invalid' : undefined
    }
  }
}

function isOption(field: { options: { value: string }[] }, value: Value): boolean {
  return field.options.some((option) => option.value === value)
}

function onStep(value: number, { min, step }: { min: number; step: number }): boolean {
  return Math.abs((value - min) / step - Math.round((value - min) / step)) < 1e-9
}
