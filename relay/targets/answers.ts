import type { Contract, Field } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { AnswerValue } from '@northshelf/site/forms/value.ts'
import type { Envelope } from '../store/store.ts'
import { cleanLine, cleanText } from './clean-text.ts'

/** An answer as people see it, with labels instead of wire names and values. */
export interface Answer {
  label: string
  text: string
  /** Whether the answer may span several lines. */
  long: boolean
  /** Link target in emails. */
  href?: string
}

/**
 * Lists non-empty answers: first values that the page adds, for example the job title, then the fields of the contract,
 * and finally the values of fields that the form no longer has.
 */
export function listAnswers(contract: Contract | undefined, { values }: Pick<Envelope, 'values'>): Answer[] {
  const fields = (contract ? listFields(contract) : []).filter((field) => getFieldType(field).answer)
  const pageNames = contract ? [...contract.given, ...Object.keys(contract.fixed)] : []
  const listed = new Set([...pageNames, ...fields.map(({ name }) => name)])
  const rest = Object.keys(values).filter((name) => !listed.has(name))
  return [
    ...pageNames.map((name) => answerOf(toWords(name), undefined, values[name])),
    ...fields.map((field) => answerOf(field.label, field, values[field.name])),
    ...rest.map((name) => answerOf(toWords(name), undefined, values[name])),
  ].filter(({ text }) => text !== '')
}

function answerOf(label: string, field: Field | undefined, value: AnswerValue = []): Answer {
  const { multiline, words, link } = field ? getFieldType(field) : {}
  const texts = [value].flat().map((item) => String(field && words ? words(item, field) : item))
  const long = field ? multiline === true : texts.some((text) => text.includes('\n'))
  const text = long ? cleanText(texts.join('\n')).trim() : cleanLine(texts.join(', '), 5000)
  return { label, text, long, ...(link && text ? { href: link(text) } : {}) }
}

/** Formats answers as text, one per line or, if they are long, with blank lines between them. */
export function formatAnswers(answers: readonly Answer[]): string {
  return answers.map(({ label, text, long }) => (long ? `${label}:\n${text}\n` : `${label}: ${text}`)).join('\n')
}

/** Converts `jobTitle` and `job_title` to `Job title`. */
function toWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return cleanLine(words.charAt(0).toUpperCase() + words.slice(1))
}
