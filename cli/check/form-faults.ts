import type { Contract, Field } from '../../src/forms/contract.ts'
import { listFields, TRANSPORT } from '../../src/forms/fields.ts'
import type { FieldFault } from '../../src/forms/kinds/kind.ts'
import { kindOf } from '../../src/forms/kinds/kind-of.ts'
import { MOST_FIELDS, MOST_TEXT } from '../../src/forms/limits.ts'
import type { Path } from '../content/source.ts'
import { GIVEN } from './form-places.ts'

/** What is wrong with a form, at a place of its file. */
export interface FormFault extends FieldFault {
  part?: 'key'
}

/** What a contract promises and cannot keep, whoever else is there. */
export function listFormFaults(contract: Contract): FormFault[] {
  return [
    ...contract.groups.flatMap(({ fields }, group) =>
      fields.flatMap((field, index) => fieldFaults(contract, field, ['groups', group, 'fields', index])),
    ),
    ...hiddenFaults(contract),
    ...sizeFaults(contract),
  ]
}

function fieldFaults(contract: Contract, field: Field, path: Path): FormFault[] {
  const meaning = reservedMeaning(field.name)
  const message = `a field cannot be named "${field.name}": ${meaning}`
  const own = kindOf(field).faults?.(field, contract.endpoint) ?? []
  return [
    ...(meaning ? [{ rule: 'form/lost', path: [...path, 'name'], message, help: RENAME } as const] : []),
    ...own.map((fault) => ({ ...fault, path: [...path, ...fault.path] })),
  ]
}

/** Values that are sent with every post stand in the place of answers of the same name. */
function hiddenFaults(contract: Contract): FormFault[] {
  const fields = new Set(listFields(contract).map(({ name }) => name))
  const hidden = [
    ...Object.keys(contract.fixed).map((name) => ({ name, path: ['fixed', name], part: 'key' as const })),
    ...contract.given.map((name, index) => ({ name, path: ['given', index], part: undefined })),
  ]
  return hidden.flatMap(({ name, path, part }): FormFault[] => {
    const at = { path, ...(part && { part }), help: RENAME }
    const meaning = reservedMeaning(name)
    if (meaning)
      return [{ rule: 'form/refused', ...at, message: `"${name}" cannot be sent with every post: ${meaning}` }]
    if (fields.has(name))
      return [
        {
          rule: 'form/lost',
          ...at,
          message: `what is sent with every post overwrites the answer to the field "${name}"`,
        },
      ]
    if (part) return []
    if (!GIVEN.includes(name)) {
      const help = `The page of a position gives ${GIVEN.join(' and ')}, no other page gives anything.`
      return [{ rule: 'form/refused', ...at, message: `no page gives "${name}": every post is refused`, help }]
    }
    if (Object.hasOwn(contract.fixed, name))
      return [
        { rule: 'form/lost', ...at, message: `"${name}" is fixed as well, so that what the page gives is overwritten` },
      ]
    return []
  })
}

/** More than the relay reads of one post. */
function sizeFaults(contract: Contract): FormFault[] {
  const fields = listFields(contract)
  const sent = fields.reduce((sum, field) => sum + [kindOf(field).example?.(field)].flat().length, 0)
  const names = sent + Object.keys({ formType: '', ...TRANSPORT, ...contract.fixed }).length + contract.given.length
  const characters = fields.reduce((sum, field) => sum + ('maxLength' in field ? field.maxLength : 0), 0)
  const help = 'Ask for less, or in two forms.'
  const path = ['groups']
  if (names > MOST_FIELDS)
    return [
      {
        rule: 'form/refused',
        path,
        message: `a post of this form may have ${names} values; the relay takes ${MOST_FIELDS}`,
        help,
      },
    ]
  if (characters <= MOST_TEXT) return []
  const message = `all answers together may have ${characters.toLocaleString('en-US')} characters; the relay takes ${MOST_TEXT.toLocaleString('en-US')} bytes unless RELAY_BODY_BYTES says more`
  return [{ rule: 'form/refused', severity: 'warning', path, message, help: 'Write a smaller maxLength.' }]
}

const RENAME = 'Give it another name.'

/**
 * What a name means already where a post is read or its form is shown: a form element gives its controls by name, and
 * then hides what else it has under that name.
 */
function reservedMeaning(name: string): string | undefined {
  if (name === 'formType') return 'it says which form was sent'
  if (['elements', 'querySelector', 'reset'].includes(name)) return 'the page calls the form itself by this name'
  return name in Object.prototype ? 'every object has something of this name' : undefined
}
