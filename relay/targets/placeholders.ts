import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields } from '@northshelf/site/forms/fields.ts'
import { listSourceParameters } from '@northshelf/site/forms/sources.ts'
import { cleanLine, cleanText } from '../clean-text.ts'
import type { SiteForms } from '../site-forms.ts'
import { getConfirmedAt } from '../store/records.ts'
import type { Attachment, Envelope, LeadOutcome } from '../store/store.ts'
import { formatAnswers, listAnswers } from './answers.ts'
import type { AttachmentLinks } from './attachment-links.ts'
import type { PlaceholderValues } from './body-template.ts'
import { formatFileLabel, formatSize, formatSubject } from './mail-message.ts'
import { describeSource } from './source-text.ts'

interface Submission {
  envelope: Envelope
  contract: Contract | undefined
  site: SiteForms['site']
  /** Non-empty values by field. */
  values: ReadonlyMap<string, unknown>
  linkTo(attachment: Attachment): string | undefined
  /** What became of the lead, if that is to be sent. */
  outcome: LeadOutcome | undefined
}

/** Placeholders that every form has. They begin with an underscore, which names of form fields cannot. */
const GENERAL: Record<string, (submission: Submission) => unknown> = {
  _subject: ({ envelope, contract }) => formatSubject(envelope, contract),
  _title: ({ envelope, contract }) => cleanLine(contract?.title ?? envelope.title),
  _answers: formatEverything,
  _values: ({ values }) => Object.fromEntries(values),
  _form: ({ envelope }) => envelope.formType,
  _id: ({ envelope }) => envelope.id,
  _received: ({ envelope }) => envelope.receivedAt,
  _site: ({ site }) => site.url,
  _source: ({ envelope }) => envelope.source && describeSource(envelope.source),
  _page: ({ envelope }) => envelope.source?.page,
  _landing: ({ envelope }) => envelope.source?.landing,
  _referrer: ({ envelope }) => envelope.source?.referrer,
  _confirmed_at: ({ envelope }) => getConfirmedAt(envelope) ?? undefined,
  _canary: ({ envelope }) => envelope.canary,
  _outcome: ({ outcome }) => outcome?.status,
  _value: ({ outcome }) => outcome?.value,
  _currency: ({ outcome }) => outcome?.currency,
  _outcome_at: ({ outcome }) => outcome?.at,
}

/** Lists the placeholders that every form has. Those of parameters contain their names: `_parameter.utm_source`. */
export function listGeneralPlaceholders({ sources }: SiteForms['site']): string[] {
  return [...Object.keys(GENERAL), ...(listSourceParameters(sources) ?? []).map(toParameterPlaceholder)]
}

function toParameterPlaceholder(name: string): string {
  return `_parameter.${name}`
}

/** Lists the placeholders for a form's own values. */
export function listFormPlaceholders(contract: Contract): string[] {
  return [...listFields(contract).map(({ name }) => name), ...contract.given, ...Object.keys(contract.fixed)]
}

/**
 * Returns the values of a submission by placeholder. Fields have the values that the page sent: text, numbers or lists.
 * Files are represented by their links or, without links, by their names; consents by true or false.
 */
export function createPlaceholderValues(
  envelope: Envelope,
  { forms, site }: SiteForms,
  links?: Pick<AttachmentLinks, 'linkTo'>,
  outcome?: LeadOutcome,
): PlaceholderValues {
  const contract = forms[envelope.formType]
  const linkTo = (attachment: Attachment) => links?.linkTo(envelope.id, attachment)
  const fileFields = [...new Set(envelope.attachments.map(({ field }) => field))]
  const files = fileFields.map((field): [string, unknown] => {
    const attachments = envelope.attachments.filter((attachment) => attachment.field === field)
    return [field, attachments.map((attachment) => linkTo(attachment) ?? labelOf(attachment)).join('\n')]
  })
  const consents = (envelope.consents ?? []).map(({ field, given }): [string, unknown] => [field, given])
  const values = withoutEmpty([...Object.entries(envelope.values), ...files, ...consents])
  const general = Object.entries(GENERAL).map(([name, create]): [string, unknown] => [
    name,
    create({ envelope, contract, site, values, linkTo, outcome }),
  ])
  const parameters = Object.entries(envelope.source?.parameters ?? {}).map(([name, value]): [string, unknown] => [
    toParameterPlaceholder(name),
    value,
  ])
  return new Map([...values, ...withoutEmpty([...general, ...parameters])])
}

/** Formats all answers and files as people read them. */
function formatEverything({ envelope, contract, linkTo }: Submission): string {
  const labels = new Map(contract && listFields(contract).map(({ name, label }) => [name, label]))
  const files = envelope.attachments.map((attachment) => {
    const { field, size } = attachment
    const link = linkTo(attachment)
    const text = `${labelOf(attachment)} (${formatSize(size)})${link === undefined ? '' : `\n${link}`}`
    return { label: labels.get(field) ?? field, text, long: false }
  })
  return formatAnswers([...listAnswers(contract, envelope), ...files])
}

function labelOf({ name, file }: Attachment): string {
  return formatFileLabel(name, file)
}

/** Removes control characters from values, and removes empty values. */
function withoutEmpty(entries: [string, unknown][]): Map<string, unknown> {
  const cleaned = entries.map(([name, value]): [string, unknown] => {
    if (Array.isArray(value)) return [name, value.map((item) => cleanText(String(item)))]
    return [name, typeof value === 'string' ? cleanText(value).trim() : value]
  })
  return new Map(cleaned.filter(([, value]) => value !== undefined && (value as string | unknown[]).length !== 0))
}
