import type { Contract, Field } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import { getFieldType } from '@northshelf/site/forms/kinds/get-field-type.ts'
import type { AnswerValue } from '@northshelf/site/forms/value.ts'
import { toPlainText } from '@northshelf/site/schema/inline-markdown.ts'
import { cleanLine, cleanText } from '../clean-text.ts'
import { formatTime } from '../clock.ts'
import type { Consent, Envelope } from '../store/store.ts'
import { en, type Translations } from '../translations/en.ts'

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
 * and finally the values of fields that the form no longer has. Lists consent fields even without consent. Omits the
 * form's fixed values, which are the same in every submission.
 * @param language if set, dates are written in this language
 */
export function listAnswers(
  contract: Contract | undefined,
  { values, consents = [] }: Pick<Envelope, 'values' | 'consents'>,
  words = en,
  language?: string,
): Answer[] {
  const fields = contract ? listAnswerFields(contract) : []
  const { given = [], fixed = {} } = contract ?? {}
  const listed = new Set([...given, ...Object.keys(fixed), ...fields.map(({ name }) => name)])
  const names = new Set([...Object.keys(values), ...consents.map(({ field }) => field)])
  const rest = [...names].filter((name) => !listed.has(name))
  const toAnswer = (name: string, label: string, field?: Field): Answer => {
    const consent = consents.find((item) => item.field === name)
    return consent
      ? { label, text: describeConsent(consent, words), long: false }
      : createAnswer(label, field, values[name], language)
  }
  return [
    ...given.map((name) => toAnswer(name, toWords(name))),
    ...fields.map((field) => toAnswer(field.name, field.label, field)),
    ...rest.map((name) => toAnswer(name, toWords(name))),
  ].filter(({ text }) => text !== '')
}

/** Lists the labels of the answers to a form, in the order of `listAnswers`. */
export function listAnswerLabels(contract: Contract): string[] {
  return [...contract.given.map(toWords), ...listAnswerFields(contract).map(({ label }) => label)]
}

function listAnswerFields(contract: Contract): Field[] {
  return listFields(contract).filter((field) => getFieldType(field).answer)
}

/** @param field undefined if the form has no such field */
export function createAnswer(
  label: string,
  field: Field | undefined,
  value: AnswerValue = [],
  language?: string,
): Answer {
  const { multiline, words, link } = field ? getFieldType(field) : {}
  const texts = [value].flat().map((item) => String(field && words ? words(item, field, language) : item))
  const long = field ? multiline === true : texts.some((text) => text.includes('\n'))
  const text = long ? cleanText(texts.join('\n')).trim() : cleanLine(texts.join(', '), 5000)
  return { label, text, long, ...(link && text ? { href: link(text) } : {}) }
}

/** Describes a consent, such as `Yes: Email me about new articles.` */
function describeConsent(consent: Consent, words: Translations): string {
  const { given, confirmedAt } = consent
  const { mail, language } = words
  const state = confirmedAt ? mail.confirmedAt(formatTime(confirmedAt, 'UTC', language)) : mail.unconfirmed
  const answer = `${given ? mail.agreed : mail.declined}: ${getConsentText(consent, words)}`
  return confirmedAt === undefined ? answer : `${answer} (${state})`
}

function getConsentText({ text, version }: Consent, { mail }: Translations): string {
  return cleanLine(text === undefined ? mail.earlierText(version) : toPlainText(text), 5000)
}

/** Lists the texts of the consents that the visitor confirms by email. */
export function listConfirmableTexts({ consents = [] }: Envelope, words: Translations): string[] {
  return consents.flatMap((consent) => (consent.confirmedAt === undefined ? [] : [getConsentText(consent, words)]))
}

/** Formats answers as text, one per line or, if they are long, with blank lines between them. */
export function formatAnswers(answers: readonly Answer[]): string {
  return answers
    .map(({ label, text, long }) => {
      const start = /[?!:.…]$/.test(label) ? label : `${label}:`
      return long ? `${start}\n${text}\n` : `${start} ${text}`
    })
    .join('\n')
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
