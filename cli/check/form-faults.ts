import { checkValues } from '../../src/forms/check.ts'
import type { Contract, Field } from '../../src/forms/contract.ts'
import { listFields, TRANSPORT } from '../../src/forms/fields.ts'
import { MOST_FIELDS, MOST_TEXT } from '../../src/forms/limits.ts'
import { readEntries } from '../../src/forms/read.ts'
import type { Finding } from '../content/problem.ts'
import type { Path } from '../content/source.ts'
import { answerTo } from './form-answers.ts'
import { GIVEN } from './form-pages.ts'

type FormRule = 'form/lost' | 'form/refused' | 'form/range'

/** What is wrong with a form, at a path of its file. */
export interface FormFault extends Finding {
  path: Path
  part?: 'key'
}

const RENAME = 'Give it another name.'

function fault(rule: FormRule, path: Path, message: string, help: string): FormFault {
  return { rule, path, message, help }
}

/** What a contract promises and cannot keep, whatever other forms and pages there are. */
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
  const cannot = `a field cannot be named "${field.name}": ${meaning}`
  return [
    ...(meaning ? [fault('form/lost', [...path, 'name'], cannot, RENAME)] : []),
    ...kindFaults(contract, field, path),
  ]
}

function kindFaults(contract: Contract, field: Field, path: Path): FormFault[] {
  if (field.kind === 'file') {
    if (contract.endpoint === 'submit-application') return []
    const message = `"${contract.endpoint}" takes no files: what is attached here would be lost`
    const help = 'Write "endpoint: submit-application" and give the form something under fixed, or ask for a link.'
    return [fault('form/lost', [...path, 'kind'], message, help)]
  }
  if (field.kind === 'slider') return sliderFaults(field, path)
  if ('options' in field) return choiceFaults(contract, field, path)
  if (checkValues(alone(contract, field), { [field.name]: answerTo(field) }).length === 0) return []
  const what = { email: 'e-mail address', url: 'web address', tel: 'phone number' }[field.kind as string] ?? 'answer'
  const message = `no ${what} has room in ${field.maxLength} characters: every answer is refused`
  return [fault('form/refused', [...path, 'maxLength'], message, 'Write a larger maxLength, or none.')]
}

function sliderFaults({ min, max, step, default: start }: Extract<Field, { kind: 'slider' }>, path: Path): FormFault[] {
  const at = (name: string, message: string, help: string) => [fault('form/range', [...path, name], message, help)]
  if (min >= max) {
    const message = `the smallest amount, ${min}, is not below the largest, ${max}`
    return at('min', message, 'Write a smaller min, or a larger max.')
  }
  if (step > max - min)
    return at('step', `a step of ${step} is longer than the way from ${min} to ${max}`, 'Write a smaller step.')
  const last = min + Math.floor((max - min) / step + 1e-9) * step
  const nearest = Math.min(last, Math.max(min, min + Math.round((start - min) / step) * step))
  if (start < min || start > max)
    return at('default', `${start} is not between ${min} and ${max}`, `The nearest amount is ${nearest}.`)
  if (Math.abs(nearest - start) > step * 1e-9)
    return at('default', `no step of ${step} from ${min} leads to ${start}`, `The nearest amount is ${nearest}.`)
  if (max - last <= step * 1e-9) return []
  const unreachable = at('max', `no step of ${step} from ${min} leads to ${max}`, `Write ${last}, or another step.`)
  return unreachable.map((one) => ({ ...one, severity: 'warning' }))
}

/** A choice is sent as a text and must come back as the choice that it was. */
function choiceFaults(contract: Contract, field: Extract<Field, { options: unknown }>, path: Path): FormFault[] {
  const labels = new Set<string>()
  return field.options.flatMap(({ value, label }, index) => {
    const at = [...path, 'options', index]
    const again = labels.has(label)
    labels.add(label)
    if (again)
      return fault('form/range', [...at, 'label'], `two choices say "${label}"`, 'Give one of them another label.')
    const read = readEntries(alone(contract, field), [[field.name, value]])
    if ([read.values[field.name]].flat()[0] === value) return []
    const message = `the choice "${value}" is not read as it was sent: it begins or ends with a space`
    return fault('form/refused', [...at, 'value'], message, 'Take the space away.')
  })
}

/** Values that are sent with every post overwrite answers of the same name. */
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

/** More than the relay reads of one post. */
function sizeFaults(contract: Contract): FormFault[] {
  const fields = listFields(contract)
  const sent = fields.reduce((sum, field) => sum + (field.kind === 'checkboxes' ? field.options.length : 1), 0)
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

/**
 * What a name means already where a post is read or its form is shown: a form element gives its controls by name, and
 * then hides what else it has under that name.
 */
function reservedMeaning(name: string): string | undefined {
  if (name === 'formType') return 'it says which form was sent'
  if (['elements', 'querySelector', 'reset'].includes(name)) return 'the page calls the form itself by this name'
  return name in Object.prototype ? 'every object has something of this name' : undefined
}

/** The form with one field and nothing else. */
function alone(contract: Contract, field: Field): Contract {
  return { ...contract, groups: [{ fields: [field] }], fixed: {}, given: [] }
}
