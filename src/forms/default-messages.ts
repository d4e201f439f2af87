import type { Contract, Field } from './contract.ts'
import { getFieldType } from './kinds/get-field-type.ts'
import type { MessageLabels } from './message-labels.ts'

/** Returns a contract in which each field has messages: its own, or the default ones of its type. */
export function addDefaultMessages<C extends Pick<Contract, 'groups'>>(contract: C, labels: MessageLabels): C {
  const groups = contract.groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) => ({ ...field, messages: getMessages(field, labels) })),
  }))
  return { ...contract, groups }
}

export function getMessages(field: Field, labels: MessageLabels): { required: string; invalid: string } {
  const { required, invalid } = field.messages ?? {}
  const defaults = { required: 'answerMissing', invalid: 'answerInvalid', ...getFieldType(field).messages } as const
  // A message for a missing answer also suits an invalid one.
  return { required: required ?? labels[defaults.required], invalid: invalid ?? required ?? labels[defaults.invalid] }
}
