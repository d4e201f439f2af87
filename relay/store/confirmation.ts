import { DAY } from '../clock.ts'
import type { Entry, Envelope, RecordedOutcome } from './store.ts'

/** A record beside an entry: an outcome of the lead, or that the visitor confirmed the consents. */
export type EntryRecord = RecordedOutcome | { status: 'confirmed'; at: string }

/** A record to store, and an entry that sends it to targets. */
export interface NewRecord {
  record: EntryRecord
  event?: Envelope | undefined
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
