import type { Contract, Field } from './contract.ts'
import { findField } from './fields.ts'
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

/** Returns a contract whose conditions have hints, such as `Only if you chose Amazon.` and the field's own hint. */
export function addConditionHints(contract: Contract, site: { language: string; labels: { conditionHint: string } }) {
  const groups = contract.groups.map((group) => {
    const fields = group.fields.map((field): Field => {
      const when = field.when ?? group.when
      if (!when) return field
      const source = findField(contract, when.field)
      const choices = when.is.map((value) => (source && getFieldType(source).words?.(value, source)) ?? value)
      const list = new Intl.ListFormat(site.language, { type: 'disjunction' }).format(choices)
      const hint = when.hint ?? site.labels.conditionHint.replace('{options}', () => list)
      return { ...field, when: { ...when, hint: [hint, field.hint].filter(Boolean).join(' ') } }
    })
    return { ...group, fields }
  })
  return { ...contract, groups }
}
