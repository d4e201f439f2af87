import type { Contract, Field } from './contract.ts'
import { listFields } from './fields.ts'
import { type AnswerCodec, textCodec } from './kinds/answer.ts'
import type { AnswerValue, AnswerValues, FieldProblem } from './value.ts'

/** Looks up the parser of a field: `getFieldType` or, in browsers, `getFieldView`. File fields have no parser. */
type Lookup = (field: Field) => { answer?: AnswerCodec<Field, AnswerValue> }

export interface ParsedAnswers {
  values: AnswerValues
  problems: FieldProblem[]
}

/**
 * Parses name-value pairs from FormData or from a submission without JavaScript. A name may repeat if its field has
 * several values. Ignores names that are not in the contract.
 */
export function parseFormEntries(
  lookup: Lookup,
  contract: Contract,
  entries: Iterable<readonly [string, string]>,
): ParsedAnswers {
  const texts = new Map<string, string[]>()
  for (const [name, text] of entries) texts.set(name, [...(texts.get(name) ?? []), text])
  return read(lookup, contract, (name, many) => {
    const found = texts.get(name)
    return many ? found?.filter((text) => text !== '') : found?.at(-1)
  })
}

/** Parses a JSON body. Checkboxes have a list as their value; sliders have a number or a list of one number. */
export function parseJsonAnswers(
  lookup: Lookup,
  contract: Contract,
  body: Readonly<Record<string, unknown>>,
): ParsedAnswers {
  return read(lookup, contract, (name) => (Object.hasOwn(body, name) ? body[name] : undefined))
}

function read(lookup: Lookup, contract: Contract, find: (name: string, many?: boolean) => unknown): ParsedAnswers {
  const values: AnswerValues = {}
  const problems: FieldProblem[] = []
  for (const field of listFields(contract)) {
    const { name, messages, label } = field
    const { answer } = lookup(field)
    const raw = find(name, answer?.many)
    if (!answer || raw === undefined || raw === null) continue
    const value = answer.parse(raw)
    if (value === undefined) problems.push({ field: name, code: 'invalid', detail: messages?.invalid ?? label })
    else values[name] = value
  }
  for (const name of contract.given) {
    const text = textCodec.parse(find(name))
    if (!text || text.length > 200 || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))
      problems.push({ field: name, code: text ? 'invalid' : 'required', detail: name })
    else values[name] = text
  }
  return { values: { ...values, ...contract.fixed }, problems }
}

export function isEmptyAnswer(value: AnswerValue | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Converts values to the JSON payload. */
export function toPayload(lookup: Lookup, contract: Contract, values: AnswerValues): Record<string, unknown> {
  const payload: Record<string, unknown> =
    contract.endpoint === 'send-form-submission' ? { formType: contract.formType } : {}
  for (const field of listFields(contract)) {
    const { answer } = lookup(field)
    if (!answer) continue
    const value = values[field.name] ?? answer.initial?.(field) ?? ''
    payload[field.name] = answer.toWire ? answer.toWire(value, field) : value
  }
  for (const name of contract.given) payload[name] = values[name] ?? ''
  return { ...payload, ...contract.fixed }
}
