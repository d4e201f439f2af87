import { getJobFormValues } from '@northshelf/site/collections/job.ts'
import type { Contract, Field } from '@northshelf/site/forms/contract.ts'
import { listFields, MAX_FIELDS, MAX_TEXT_BYTES, TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import type { FieldDefinitionProblem } from '@northshelf/site/forms/kinds/field-type.ts'
import { findReplyField, getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import type { ProblemDetails } from '../../diagnostics/problem.ts'
import { suggestCorrection } from '../../diagnostics/suggest.ts'

/** Names of the values that a job's page passes to its form. No other page passes values to a form. */
export const JOB_FORM_VALUE_NAMES = Object.keys(getJobFormValues({ title: '', department: '' }))

/** A problem with a form, located at a path in its file. */
interface FormProblem extends Omit<FieldDefinitionProblem, 'rule'>, Pick<ProblemDetails, 'expected' | 'found'> {
  rule: FieldDefinitionProblem['rule'] | 'form/unconfirmed' | 'form/empty' | 'form/unknown-field' | 'form/steps'
  part?: 'key'
}

const RENAME = 'Give it another name.'

/** Lists the problems with a contract that do not depend on other forms or on pages. */
export function listFormProblems(contract: Contract, today: string): FormProblem[] {
  const problems = [
    ...contract.groups.flatMap(({ fields }, group) =>
      fields.flatMap((field, index) => listFieldProblems(field, today, ['groups', group, 'fields', index])),
    ),
    ...listHiddenValueProblems(contract),
    ...listSizeProblems(contract),
    ...listSubjectProblems(contract),
    ...listConditionProblems(contract),
  ]
  const parts = contract.steps ? contract.groups : [{ fields: listFields(contract) }]
  for (const [index, { fields }] of parts.entries()) {
    if (fields.some(({ required }) => required)) continue
    const message = `no field of this ${contract.steps ? 'step is required: visitors can skip it' : 'form is required: visitors can send it empty'}`
    const help = 'Add "required: true" to the fields that you need for a reply, such as the email address.'
    const path = contract.steps ? ['groups', index, 'fields'] : ['groups']
    problems.push({ rule: 'form/empty', severity: 'warning', path, part: 'key', message, help })
  }
  if (contract.steps && contract.groups.length === 1) {
    const message = 'a form with one group has only one step'
    const help = 'Divide the fields into groups, or remove "steps".'
    problems.push({ rule: 'form/steps', severity: 'warning', path: ['steps'], message, help })
  }
  const untitled = contract.groups.findIndex(({ title }) => !title)
  if (contract.steps && contract.groups.length > 1 && untitled >= 0) {
    const help = 'Give the group a title: visitors see it as the name of the step.'
    const path = ['groups', untitled, 'fields']
    problems.push({
      rule: 'form/steps',
      severity: 'warning',
      path,
      part: 'key',
      message: 'this step has no name',
      help,
    })
  }
  return [...problems, ...listEmailProblems(contract)]
}

/** Reports conditions that can never hold. */
function listConditionProblems({ groups }: Contract): FormProblem[] {
  const parts = groups.flatMap((group, index) => [
    { part: group, path: ['groups', index, 'when'] },
    ...group.fields.map((field, place) => ({ part: field, path: ['groups', index, 'fields', place, 'when'] })),
  ])
  return parts.flatMap(({ part: { when }, path }, at) => {
    if (!when) return []
    const sources = parts.slice(0, at).flatMap(({ part }) => ('options' in part ? [part] : []))
    const options = sources.find(({ name }) => name === when.field)?.options.map(({ value }) => value)
    const known = options ?? sources.map(({ name }) => name)
    return (options ? when.is : [when.field]).flatMap((found, index): FormProblem[] => {
      if (known.includes(found)) return []
      const what = options ? `"${when.field}" has no option` : 'no field with options above is named'
      const expected = known.join(', ') || 'a field with options'
      const isBelow = !options && parts.slice(at).some(({ part }) => 'options' in part && part.name === found)
      const move = isBelow ? `Move the field "${found}" above this one.` : undefined
      const help = move ?? suggestCorrection(found, known) ?? 'A condition depends on the options of a field above.'
      const place = options ? ['is', index] : ['field']
      const message = `${what} "${found}"`
      return [{ rule: 'form/unknown-field', path: [...path, ...place], message, expected, found, help }]
    })
  })
}

function listFieldProblems(field: Field, today: string, path: ValuePath): FormProblem[] {
  const meaning = explainReservedName(field.name)
  const message = `a field cannot be named "${field.name}": ${meaning}`
  const own = getFieldType(field).listProblems?.(field, today) ?? []
  return [
    ...(meaning ? [{ rule: 'form/lost', path: [...path, 'name'], message, help: RENAME } as const] : []),
    ...own.map((problem) => ({ ...problem, path: [...path, ...problem.path] })),
  ]
}

/** Reports emails to the visitor that cannot be sent, or that some visitors would not receive. */
function listEmailProblems(contract: Contract): FormProblem[] {
  const confirmed = contract.groups.flatMap(({ fields }, group) =>
    fields.flatMap((field, index) =>
      'confirm' in field && field.confirm ? [['groups', group, 'fields', index, 'confirm']] : [],
    ),
  )
  const address = findReplyField(contract)
  const problem = { rule: 'form/unconfirmed', part: 'key' } as const
  if (!address)
    return [...(contract.confirmation ? [['confirmation']] : []), ...confirmed].map((path) => {
      const message = 'this form has no email field, so the confirmation cannot be sent'
      return { ...problem, path, message, help: `Add a field of "kind: email", or remove "${path.at(-1)}".` }
    })
  if (contract.optIn && confirmed.length === 0) {
    const message = 'this email is never sent, because no consent of the form has "confirm"'
    return [
      {
        ...problem,
        severity: 'warning',
        path: ['optIn'],
        message,
        help: 'Add "confirm: email" to the consent, or remove "optIn".',
      },
    ]
  }
  if (address.required && !address.when) return []
  const message = `"${address.name}" is not always required, so visitors could agree without being able to confirm`
  const help = `Add "required: true" to the field "${address.name}", and ask for it whenever you ask for the consent.`
  return confirmed.map((path) => ({ ...problem, severity: 'warning', path, message, help }))
}

/** Reports hidden values that overwrite an answer with the same name, or that no page provides. */
function listHiddenValueProblems(contract: Contract): FormProblem[] {
  const fields = new Set(listFields(contract).map(({ name }) => name))
  const clash = (name: string, path: ValuePath): FormProblem[] => {
    const meaning = explainReservedName(name)
    const refused = `"${name}" cannot be sent with every submission: ${meaning}`
    if (meaning) return [{ rule: 'form/refused', path, message: refused, help: RENAME }]
    const message = `this value overwrites the answer to the field "${name}"`
    return fields.has(name) ? [{ rule: 'form/lost', path, message, help: RENAME }] : []
  }
  return [
    ...Object.keys(contract.fixed).flatMap((name) =>
      clash(name, ['fixed', name]).map((found) => ({ ...found, part: 'key' as const })),
    ),
    ...contract.given.flatMap((name, index): FormProblem[] => {
      const path = ['given', index]
      const found = clash(name, path)
      if (found.length > 0) return found
      if (!JOB_FORM_VALUE_NAMES.includes(name)) {
        const message = `no page provides "${name}": every submission would be rejected`
        const help = `Only job pages provide values: ${JOB_FORM_VALUE_NAMES.join(' and ')}.`
        return [{ rule: 'form/refused', path, message, help }]
      }
      const message = `"${name}" is also under "fixed", which overwrites the value from the page`
      return Object.hasOwn(contract.fixed, name) ? [{ rule: 'form/lost', path, message, help: RENAME }] : []
    }),
  ]
}

/** Reports forms whose submissions may exceed the relay's limits. */
function listSizeProblems(contract: Contract): FormProblem[] {
  const fields = listFields(contract)
  const sent = fields.reduce((sum, field) => sum + [getFieldType(field).example?.(field)].flat().length, 0)
  const names =
    sent + Object.keys({ formType: '', ...TRANSPORT_FIELDS, ...contract.fixed }).length + contract.given.length
  const characters = fields.reduce((sum, field) => sum + ('maxLength' in field ? field.maxLength : 0), 0)
  if (names > MAX_FIELDS) {
    const message = `a submission of this form may have ${names} values; the relay accepts at most ${MAX_FIELDS}`
    return [{ rule: 'form/refused', path: ['groups'], message, help: 'Remove fields, or split the form in two.' }]
  }
  if (characters <= MAX_TEXT_BYTES) return []
  const message = `the answers can contain up to ${characters.toLocaleString('en-US')} characters in total; the relay accepts at most ${MAX_TEXT_BYTES.toLocaleString('en-US')} bytes unless RELAY_BODY_BYTES is higher`
  return [{ rule: 'form/refused', severity: 'warning', path: ['groups'], message, help: 'Reduce maxLength.' }]
}

/** Reports values in the email subject that the form does not send, and a recipient that no field chooses. */
function listSubjectProblems(contract: Contract): FormProblem[] {
  const { mail, given, fixed } = contract
  const sent = [...listFields(contract).map(({ name }) => name), ...given, ...Object.keys(fixed)]
  const problems = (['about', 'from'] as const).flatMap((key) =>
    (mail?.[key] ?? []).flatMap((name, index): FormProblem[] => {
      const message = `this form sends no "${name}"`
      const help = `Set "${key}" under "mail" to one or more of ${sent.join(', ')}.`
      return sent.includes(name) ? [] : [{ rule: 'form/lost', path: ['mail', key, index], message, help }]
    }),
  )
  const choices = [...listFields(contract).flatMap((field) => ('options' in field ? field.name : [])), ...given]
  if (mail?.to === undefined || choices.includes(mail.to)) return problems
  const message = `no field with options is named "${mail.to}"`
  const expected = choices.join(', ') || 'a field with options'
  const correction = suggestCorrection(mail.to, choices) ?? 'The answer to a field with options chooses the recipient.'
  return [
    ...problems,
    { rule: 'form/unknown-field', path: ['mail', 'to'], message, expected, found: mail.to, help: correction },
  ]
}

/** An HTML form exposes its controls as properties, so a control with a reserved name would hide a built-in one. */
function explainReservedName(name: string): string | undefined {
  if (name === 'formType') return 'it identifies the form'
  if (['elements', 'querySelector', 'reset'].includes(name)) return 'it is a property of the HTML form'
  return name in Object.prototype ? 'it is a property of every JavaScript object' : undefined
}
