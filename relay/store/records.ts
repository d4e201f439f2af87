import { DAY } from '../clock.ts'
import { createId } from './ids.ts'
import type { Entry, Envelope, LeadOutcome, RecordedOutcome } from './store.ts'

/** A record beside an entry: an outcome of the lead, or the visitor's confirmation of the consents. */
export type EntryRecord = RecordedOutcome | { status: 'confirmed'; at: string }

/** A record to store, and an entry that sends it to targets. */
export interface NewRecord {
  record: EntryRecord
  event?: Envelope | undefined
}

/** Called after an outcome of a lead, or the confirmation of a consent, was recorded. */
export type RecordHandler = (id: string, record: Pick<EntryRecord, 'status'>) => void

export const OUTCOME_STATUSES = ['qualified', 'won', 'lost'] as const satisfies LeadOutcome['status'][]

/** Maximum number of outcomes that can be recorded for a lead. */
const MAX_OUTCOMES = 100

/** Form type of the entries that send outcomes to targets. */
export const OUTCOME_FORM_TYPE = 'relay.outcome'

/** Reports whether the relay itself wrote an entry. The dot distinguishes its form types from those of the site. */
export function isInternal({ formType }: Pick<Envelope, 'formType'>): boolean {
  return formType.startsWith('relay.')
}

/** Reports whether an entry is a lead, for which outcomes can be recorded. */
export function isLead({ envelope, place }: Pick<Entry, 'envelope' | 'place'>): boolean {
  return !isInternal(envelope) && !envelope.canary && place !== 'spam' && place !== 'corrupt'
}

/** Thrown if an outcome is invalid. */
export class InvalidOutcomeError extends Error {}

/** All currencies, as ISO 4217 codes. */
export const currencies = Intl.supportedValuesOf('currency')

/**
 * Parses an outcome. Empty texts count as undefined.
 * @param text `day` is a UTC date
 * @param receivedAt when the lead was received, in ISO format
 * @param now milliseconds since 1970
 * @throws InvalidOutcomeError
 */
export function parseOutcome(
  text: Partial<Record<'status' | 'value' | 'currency' | 'day', string | undefined>>,
  receivedAt: string,
  now: number,
): LeadOutcome {
  const status = OUTCOME_STATUSES.find((name) => name === text.status)
  if (!status) throw new InvalidOutcomeError('The outcome must be qualified, won or lost.')
  const at = text.day ? parseDay(text.day, receivedAt, now) : undefined
  const outcome = { status, ...(at !== undefined && { at }) }
  if (!text.value && !text.currency) return outcome
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(text.value ?? ''))
    throw new InvalidOutcomeError('The value must be an amount of at most 12 digits, such as 12000 or 99.50.')
  const currency = currencies.find((code) => code === text.currency?.toUpperCase())
  if (!currency) throw new InvalidOutcomeError('The value needs a currency code, such as EUR.')
  return { ...outcome, value: Number(text.value), currency }
}

/**
 * Returns a time on a day: noon in UTC, which is on the same day in most time zones, or the time when the lead was
 * received, if that is later. Returns undefined if this time is later today.
 */
function parseDay(day: string, receivedAt: string, now: number): string | undefined {
  const noon = new Date(`${day}T12:00:00.000Z`)
  // Node reads 2026-02-30 as 2026-03-02.
  if (Number.isNaN(noon.getTime()) || noon.toISOString().slice(0, 10) !== day)
    throw new InvalidOutcomeError(`${day} is not a day such as 2026-11-24.`)
  if (day > new Date(now).toISOString().slice(0, 10)) throw new InvalidOutcomeError(`${day} is in the future.`)
  if (day < receivedAt.slice(0, 10))
    throw new InvalidOutcomeError(`${day} is before ${receivedAt}, when the submission was received.`)
  const time = noon.toISOString() < receivedAt ? receivedAt : noon.toISOString()
  return Date.parse(time) < now ? time : undefined
}

/**
 * Returns what a store must write to record an outcome: the outcome, and an entry that sends it to the targets, if
 * there are any. Returns undefined if the same outcome was recorded last.
 * @param now milliseconds since 1970
 * @throws Error with a message for the operator if the outcome cannot be recorded
 */
export function createOutcomeRecord(
  entry: Entry,
  outcome: LeadOutcome,
  targets: readonly string[],
  now: number,
): NewRecord | undefined {
  const { id } = entry.envelope
  if (!isLead(entry)) throw new Error(`${id} is not a lead: it is in ${entry.place}, or no visitor sent it.`)
  const last = entry.outcomes.at(-1)
  const { status, value, currency, at } = outcome
  if (last?.status === status && last.value === value && last.currency === currency && (at ?? last.at) === last.at)
    return undefined
  if (entry.outcomes.length >= MAX_OUTCOMES) throw new Error(`${id} already has ${MAX_OUTCOMES} outcomes.`)
  const recordedAt = new Date(now).toISOString()
  const event = targets.length > 0 ? createOutcomeEvent(id, targets, now) : undefined
  return { record: { ...outcome, at: at ?? recordedAt, recordedAt, ...(event && { event: event.id }) }, event }
}

/** Creates an entry that sends an outcome. It contains only the lead's id, so that no data outlives the lead. */
function createOutcomeEvent(submission: string, targets: readonly string[], now: number): Envelope {
  return {
    version: 1,
    id: createId(now),
    receivedAt: new Date(now).toISOString(),
    formType: OUTCOME_FORM_TYPE,
    title: 'Outcome',
    values: { submission },
    attachments: [],
    targets: [...targets],
    idempotency: undefined,
    spam: [],
  }
}

/** How long a visitor can confirm a consent after the submission was received, in milliseconds. */
export const CONFIRM_WITHIN = 30 * DAY

/** Returns when the visitor confirmed a consent; null until then; undefined if there is nothing to confirm. */
export function getConfirmedAt({ consents = [] }: Pick<Envelope, 'consents'>): string | null | undefined {
  return consents.find(({ confirmedAt }) => confirmedAt !== undefined)?.confirmedAt
}

/** Returns the record that the visitor confirms the consents now; undefined if there is nothing to confirm. */
export function createConfirmation({ envelope }: Entry, now: number): NewRecord | undefined {
  if (getConfirmedAt(envelope) !== null) return undefined
  return { record: { status: 'confirmed', at: new Date(now).toISOString() } }
}

/** Adds the records beside an envelope: confirmations to its consents, all others to the outcomes. */
export function addRecords(envelope: Envelope, records: readonly EntryRecord[]): Pick<Entry, 'envelope' | 'outcomes'> {
  const outcomes = records.filter((record): record is RecordedOutcome => record.status !== 'confirmed')
  const confirmed = records.find(({ status }) => status === 'confirmed')
  if (!confirmed) return { envelope, outcomes }
  const consents = envelope.consents?.map((consent) =>
    consent.confirmedAt === null ? { ...consent, confirmedAt: confirmed.at } : consent,
  )
  return { envelope: { ...envelope, consents }, outcomes }
}
