import type { Contract, Field } from '@northshelf/site/forms/contract.ts'
import { listFields, TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import type { FieldDefinitionProblem } from '@northshelf/site/forms/kinds/field-type.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import { MAX_FIELDS, MAX_TEXT_BYTES } from '@northshelf/site/forms/limits.ts'
import { findReplyField } from '@northshelf/site/forms/reply-field.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import { JOB_FORM_VALUE_NAMES } from '../form-pages.ts'

type FormRule = FieldDefinitionProblem['rule'] | 'form/unconfirmed' | 'form/empty'

/** A problem with a form, located at a path in its file. */
export interface FormProblem extends Omit<FieldDefinitionProblem, 'rule'> {
  rule: FormRule
  part?: 'key'
}

const RENAME = 'Give it another name.'

function fault(rule: FormRule, path: ValuePath, message: string, help: string): FormProblem {
  return { rule, path, message, help }
}

/** Lists the problems with a contract that do not depend on other forms or on pages. */
export function listFormProblems(contract: Contract): FormProblem[] {
  return [
    ...contract.groups.flatMap(({ fields }, group) =>
      fields.flatMap((field, index) => listFieldProblems(contract, field, ['groups', group, 'fields', index])),
    ),
    ...listHiddenValueProblems(contract),
    ...listEmptyFormProblems(contract),
    ...listSizeProblems(contract),
    ...listConfirmationProblems(contract),
    ...listSubjectProblems(contract),
  ]
}

function listFieldProblems(contract: Contract, field: Field, path: ValuePath): FormProblem[] {
  const meaning = explainReservedName(field.name)
  const message = `a field cannot be named "${field.name}": ${meaning}`
  const own = getFieldType(field).faults?.(field, contract.endpoint) ?? []
  return [
    ...(meaning ? [{ rule: 'form/lost', path: [...path, 'name'], message, help: RENAME } as const] : []),
    ...own.map((problem) => ({ ...problem, path: [...path, ...problem.path] })),
  ]
}

/** Reports hidden values that overwrite an answer with the same name, or that no page provides. */
function listHiddenValueProblems(contract: Contract): FormProblem[] {
  const fields = new Set(listFields(contract).map(({ name }) => name))
  const clash = (name: string, path: ValuePath) => {
    const meaning = explainReservedName(name)
    if (meaning)
      return fault('form/refused', path, `"${name}" cannot be sent with every submission: ${meaning}`, RENAME)
    if (!fields.has(name)) return undefined
    const message = `this value overwrites the answer to the field "${name}"`
    return fault('form/lost', path, message, RENAME)
  }
  return [
    ...Object.keys(contract.fixed).flatMap((name): FormProblem[] => {
      const found = clash(name, ['fixed', name])
      return found ? [{ ...found, part: 'key' }] : []
    }),
    ...contract.given.flatMap((name, index) => {
      const path = ['given', index]
      const found = clash(name, path)
      if (found) return found
      if (!JOB_FORM_VALUE_NAMES.includes(name)) {
        const help = `Only job pages provide values: ${JOB_FORM_VALUE_NAMES.join(' and ')}.`
        return fault('form/refused', path, `no page provides "${name}": every submission would be rejected`, help)
      }
      if (!Object.hasOwn(contract.fixed, name)) return []
      const message = `"${name}" is also under "fixed", which overwrites the value from the page`
      return fault('form/lost', path, message, RENAME)
    }),
  ]
}

/** Reports a form that has no required field. */
function listEmptyFormProblems(contract: Contract): FormProblem[] {
  if (listFields(contract).some(({ required }) => required)) return []
  const message = 'no field of this form is required: visitors can send it empty'
  const help = 'Add "required: true" to the fields that you need for a reply, such as the email address.'
  return [{ ...fault('form/empty', ['groups'], message, help), part: 'key', severity: 'warning' }]
}

/** Reports forms whose submissions may exceed the relay's limits. */
function listSizeProblems(contract: Contract): FormProblem[] {
  const fields = listFields(contract)
  const sent = fields.reduce((sum, field) => sum + [getFieldType(field).example?.(field)].flat().length, 0)
  const names =
    sent + Object.keys({ formType: '', ...TRANSPORT_FIELDS, ...contract.fixed }).length + contract.given.length
  const characters = fields.reduce((sum, field) => sum + ('maxLength' in field ? field.maxLength : 0), 0)
  const path = ['groups']
  if (names > MAX_FIELDS) {
    const message = `a submission of this form may have ${names} values; the relay accepts at most ${MAX_FIELDS}`
    return [fault('form/refused', path, message, 'Remove fields, or split the form in two.')]
  }
  if (characters <= MAX_TEXT_BYTES) return []
  const message = `the answers can contain up to ${characters.toLocaleString('en-US')} characters in total; the relay accepts at most ${MAX_TEXT_BYTES.toLocaleString('en-US')} bytes unless RELAY_BODY_BYTES is higher`
  return [{ ...fault('form/refused', path, message, 'Reduce maxLength.'), severity: 'warning' }]
}

/** Reports a form that sends a confirmation email but has no email field. */
function listConfirmationProblems(contract: Contract): FormProblem[] {
  if (!contract.confirmation || findReplyField(contract)) return []
  const message = 'this form has no email field, so the confirmation cannot be sent'
  const help = 'Add a field of "kind: email", or remove "confirmation".'
  return [{ ...fault('form/unconfirmed', ['confirmation'], message, help), part: 'key' }]
}

/** Reports values in the email subject that the form does not send. */
function listSubjectProblems(contract: Contract): FormProblem[] {
  const { mail, given, fixed } = contract
  const sent = [...listFields(contract).map(({ name }) => name), ...given, ...Object.keys(fixed)]
  return (['about', 'from'] as const).flatMap((key) =>
    (mail?.[key] ?? []).flatMap((name, index) =>
      sent.includes(name)
        ? []
        : [fault('form/lost', ['mail', key, index], `this form sends no "${name}"`, `Choose from ${sent.join(', ')}.`)],
    ),
  )
}

/**
 * Returns the reason why a field name is not allowed; undefined if it is allowed. An HTML form exposes its controls as
 * properties, so a control with a reserved name would hide a built-in property.
 */
function explainReservedName(name: string): string | undefined {
  if (name === 'formType') return 'it identifies the form'
  if (['elements', 'querySelector', 'reset'].includes(name)) return 'it is a property of the HTML form'
  return name in Object.prototype ? 'it is a property of every JavaScript object' : undefined
}
