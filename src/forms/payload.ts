import type { Contract } from './contract.ts'
import { listFields } from './fields.ts'
import type { Values } from './value.ts'

/** Values in their shape on the wire: a slider as a number or as a list of one, choices as a list. */
export function toPayload(contract: Contract, values: Values): Record<string, unknown> {
  const payload: Record<string, unknown> =
    contract.endpoint === 'send-form-submission' ? { formType: contract.formType } : {}
  for (const field of listFields(contract)) {
    if (field.kind === 'file') continue
    const value = values[field.name]
    if (field.kind === 'slider')
      payload[field.name] = field.wire === 'list' ? [value ?? field.default] : (value ?? field.default)
    else payload[field.name] = value ?? (field.kind === 'checkboxes' ? [] : '')
  }
  for (const name of contract.given) payload[name] = values[name] ?? ''
  return { ...payload, ...contract.fixed }
}
