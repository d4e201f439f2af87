import type { Contract, Field } from '@northshelf/site/forms/contract.ts'
import { listFields, TRANSPORT } from '@northshelf/site/forms/fields.ts'
import type { FieldFault } from '@northshelf/site/forms/kinds/kind.ts'
import { kindOf } from '@northshelf/site/forms/kinds/kind-of.ts'
import { MOST_FIELDS, MOST_TEXT } from '@northshelf/site/forms/limits.ts'
import { replyField } from '@northshelf/site/forms/reply-field.ts'
import type { Path } from '../content/yaml/source.ts'
import { GIVEN } from './form-pages.ts'

type FormRule = FieldFault['rule'] | 'form/unconfirmed' | 'form/empty'

/** A problem of a form, at a path of its file. */
export interface FormFault extends Omit<FieldFault, 'rule'> {
  rule: FormRule
  part?: 'key'
}

const RENAME = 'Give it another name.'

function fault(rule: FormRule, path: Path, message: string, help: string): FormFault {
  return { rule, path, message, help }
}

/** Lists the problems of a contract, independent of other forms and pages. */
export function listFormFaults(contract: Contract): FormFault[] {
  return [
    ...contract.groups.flatMap(({ fields }, group) =>
      fields.flatMap((field, index) => fieldFaults(contract, field, ['groups', group, 'fields', index])),
    ),
    ...hiddenFaults(contract),
    ...emptyFaults(contract),
    ...sizeFaults(contract),
    ...confirmationFaults(contract),
    ...subjectFaults(contract),
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

/** Reports hidden values that overwrite answers of the same name, or that no page provides. */
function hiddenFaults(contract: Contract): FormFault[] {
  const fields = new Set(listFields(contract).map(({ name }) => name))
  const clash = (name: string, path: Path) => {
    const meaning = reservedMeaning(name)
    if (meaning) return fault('form/refused', path, `"${name}" cannot be sent with every post: ${meaning}`, RENAME)
    if (!fields.has(name)) return undefined
    const message = `what is sent with every post overwrites the answer to the field "${name}"`
    return fault('form/lost', path, message, RENAME)
  }
  return [
    ...Object.keys(contract.fixed).flatMap((name): FormFault[] => {
      const found = clash(name, ['fixed', name])
      return found ? [{ ...found, part: 'key' }] : []
    }),
    ...contract.given.flatMap((name, index) => {
      const path = ['given', index]
      const found = clash(name, path)
      if (found) return found
      if (!GIVEN.includes(name)) {
        const help = `The page of a position gives ${GIVEN.join(' and ')}, no other page gives anything.`
        return fault('form/refused', path, `no page gives "${name}": every post is refused`, help)
      }
      if (!Object.hasOwn(contract.fixed, name)) return []
      const message = `"${name}" is fixed as well, so that what the page gives is overwritten`
      return fault('form/lost', path, message, RENAME)
    }),
  ]
}

/** Reports a form without a required field. */
function emptyFaults(contract: Contract): FormFault[] {
  if (listFields(contract).some(({ required }) => required)) return []
  const message = 'no field of this form is required: visitors can send it empty'
  const help = 'Write "required: true" in the fields without which an answer is of no use, such as the e-mail address.'
  return [{ ...fault('form/empty', ['groups'], message, help), part: 'key', severity: 'warning' }]
}

/** Reports forms whose posts may exceed the limits of the relay. */
function sizeFaults(contract: Contract): FormFault[] {
  const fields = listFields(contract)
  const sent = fields.reduce((sum, field) => sum + [kindOf(field).example?.(field)].flat().length, 0)
  const names = sent + Object.keys({ formType: '', ...TRANSPORT, ...contract.fixed }).length + contract.given.length
  const characters = fields.reduce((sum, field) => sum + ('maxLength' in field ? field.maxLength : 0), 0)
  const path = ['groups']
  if (names > MOST_FIELDS) {
    const message = `a post of this form may have ${names} values; the relay takes ${MOST_FIELDS}`
    return [fault('form/refused', path, message, 'Ask for less, or in two forms.')]
  }
  if (characters <= MOST_TEXT) return []
  const message = `all answers together may have ${characters.toLocaleString('en-US')} characters; the relay takes ${MOST_TEXT.toLocaleString('en-US')} bytes unless RELAY_BODY_BYTES says more`
  return [{ ...fault('form/refused', path, message, 'Write a smaller maxLength.'), severity: 'warning' }]
}

/** Reports a confirmation mail without an e-mail field. */
function confirmationFaults(contract: Contract): FormFault[] {
  if (!contract.confirmation || replyField(contract)) return []
  const message = 'this form asks for no e-mail address, so nobody gets this mail'
  const help = 'Add a field of "kind: email", or leave out "confirmation".'
  return [{ ...fault('form/unconfirmed', ['confirmation'], message, help), part: 'key' }]
}

/** Reports values in the subject of the mail that the form does not send. */
function subjectFaults(contract: Contract): FormFault[] {
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
 * Returns why a field cannot have a name. Form elements expose their controls by name, which hides properties of the
 * same name.
 */
function reservedMeaning(name: string): string | undefined {
  if (name === 'formType') return 'it says which form was sent'
  if (['elements', 'querySelector', 'reset'].includes(name)) return 'the page calls the form itself by this name'
  return name in Object.prototype ? 'every object has something of this name' : undefined
}
