import type { Contract, Field } from './contract.ts'
import { listFields } from './fields.ts'
import type { FieldProblem, Value, Values } from './value.ts'
import { wholeAddress } from './website.ts'

export interface ReadResult {
  values: Values
  problems: FieldProblem[]
}

/**
 * Reads what a form without scripting posts, or what FormData holds: names and texts, a name several
 * times where several are chosen. Names that the contract does not know are left out.
 */
export function readEntries(contract: Contract, entries: Iterable<readonly [string, string]>): ReadResult {
  const texts = new Map<string, string[]>()
  for (const [name, text] of entries) texts.set(name, [...(texts.get(name) ?? []), text])
  return readAll(
    contract,
    (field) => {
      const given = texts.get(field.name)
      if (!given) return undefined
      if (field.kind === 'checkboxes') return given.filter((text) => text !== '')
      const last = given.at(-1) ?? ''
      return field.kind === 'slider' ? toNumber(last) : last.trim()
    },
    (name) => texts.get(name)?.at(-1)?.trim(),
  )
}

/** Reads a JSON body: lists for choices, a number or a list of one for a slider, as the contract says. */
export function readJson(contract: Contract, body: Readonly<Record<string, unknown>>): ReadResult {
  const own = (name: string): unknown => (Object.hasOwn(body, name) ? body[name] : undefined)
  return readAll(
    contract,
    (field) => {
      const given = own(field.name)
      if (given === undefined || given === null) return undefined
      if (field.kind === 'checkboxes') {
        const list = Array.isArray(given) ? given : [given]
        return list.every((item) => typeof item === 'string') ? (list as string[]) : WRONG
      }
      if (field.kind === 'slider') {
        const one = Array.isArray(given) && given.length === 1 ? given[0] : given
        return typeof one === 'number' ? one : typeof one === 'string' ? toNumber(one) : WRONG
      }
      return typeof given === 'string' ? given.trim() : WRONG
    },
    (name) => {
      const given = own(name)
      return typeof given === 'string' ? given.trim() : undefined
    },
  )
}

/** A value of a type that the field cannot have. */
const WRONG = Symbol('wrong type')

function readAll(
  contract: Contract,
  readField: (field: Field) => Value | typeof WRONG | undefined,
  textOf: (name: string) => string | undefined,
): ReadResult {
  const values: Values = Object.create(null)
  const problems: FieldProblem[] = []
  for (const field of listFields(contract)) {
    if (field.kind === 'file') continue
    const value = readField(field)
    if (value === WRONG)
      problems.push({ field: field.name, code: 'invalid', detail: field.messages?.invalid ?? field.label })
    else if (value !== undefined)
      values[field.name] = field.kind === 'url' && typeof value === 'string' ? wholeAddress(value) : value
  }
  for (const name of contract.given) {
    const text = textOf(name)
    if (!text || text.length > 200 || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))
      problems.push({ field: name, code: text ? 'invalid' : 'required', detail: name })
    else values[name] = text
  }
  for (const [name, text] of Object.entries(contract.fixed)) values[name] = text
  return { values: { ...values }, problems }
}

function toNumber(text: string): number | typeof WRONG {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : WRONG
}
