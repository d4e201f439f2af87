import type { Readable } from 'node:stream'
import type { AnswerValues } from '@northshelf/site/forms/value.ts'

/** State of an entry, which determines where it is stored. */
export type EntryPlace = 'queue' | 'done' | 'dead' | 'spam' | 'corrupt'

/** State of an entry's delivery to one target. */
export interface DeliveryState {
  target: string
  /** `unconfirmed`: waits until the visitor confirms a consent; at `nextAt`, the delivery is abandoned. */
  status: 'waiting' | 'unconfirmed' | 'sending' | 'delivered' | 'dead' | 'abandoned'
  /** Number of attempts, including the current one. Interrupted attempts do not count. */
  tries: number
  /** How many times in a row the relay stopped during an attempt. */
  interruptions?: number
  /** Time of the next attempt, in milliseconds since 1970. */
  nextAt: number
  history: { at: string; kind: string; detail: string }[]
  /** Recipients that have accepted the submission. They are passed to the target at the next attempt. */
  reached?: readonly string[] | undefined
}

export interface Entry {
  envelope: Envelope
  place: EntryPlace
  deliveries: DeliveryState[]
  /** What became of the lead, in the order of recording. The last one applies. */
  outcomes: RecordedOutcome[]
  /** Where the entry is stored, for example its folder. For display only. */
  location: string
  /** Why the entry is in `corrupt`. Its envelope may then be a placeholder with little more than the id. */
  problem?: string
}

/** What became of a lead. */
export interface LeadOutcome {
  status: 'qualified' | 'won' | 'lost'
  /** Amount in `currency`, with at most two decimals. */
  value?: number
  /** ISO 4217 code. Set together with `value`. */
  currency?: string
  /** When it happened, in ISO format; when it is recorded, if undefined. */
  at?: string
}

export interface RecordedOutcome extends LeadOutcome {
  at: string
  recordedAt: string
  /** Id of the entry that sends this outcome to targets. */
  event?: string
}

/** Random access to the content of a written or stored file. */
export interface RandomAccessFile {
  /** Size in bytes. */
  size: number
  /** Reads bytes from a position. Returns fewer bytes at the end of the file. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** An earlier submission with the same idempotency key. */
export interface ExistingSubmission {
  id: string
  /** Hash of the submission's content. */
  payload: string
  receivedAt: string
}

/** A submission that is being received. It is stored once `commit` has resolved. */
export interface Draft {
  readonly id: string
  /** Writes one attachment. Rejects if the source or the disk fails. */
  write(source: Readable): Promise<Pick<Attachment, 'file' | 'size' | 'sha256'>>
  /** Opens a written attachment, so that it can be checked before `commit`. */
  open(file: string): Promise<RandomAccessFile>
  /**
   * Stores the submission. Once the promise has resolved with undefined, the submission survives a crash or a power
   * cut. If several drafts have the same key, only one is committed, even if they commit concurrently.
   * @param validFor how long keys are valid, in milliseconds
   * @returns the earlier submission with the same key, in which case nothing is committed
   */
  commit(envelope: Envelope, validFor?: number): Promise<ExistingSubmission | undefined>
  /** Deletes the draft. May be called twice, or after a failure. */
  discard(): Promise<void>
}

/** A delivery that is reserved for one worker. */
export interface Claim {
  envelope: Envelope
  /** State of the delivery. It already counts the attempt that is about to start. */
  state: DeliveryState
  /** Distinguishes this claim from a later claim of the same delivery, perhaps by another relay. */
  token: string
}

/** Submissions not yet delivered to one target, including those being sent. */
export interface TargetBacklog {
  target: string
  count: number
  /** Id of the oldest submission, which contains its arrival time. */
  oldest: string
}

/** Result of a claimed delivery. `interrupted` does not count as an attempt, because the receiver did not respond. */
export type Settlement = { detail: string; reached?: readonly string[] | undefined } & (
  | { status: 'delivered' | 'dead' | 'abandoned' | 'interrupted' }
  | {
      status: 'waiting'
      /** Milliseconds until the next attempt. */
      pause: number
    }
)

/** A listed entry, or the error that occurred when the entry was read. */
export type EntryListItem = { id: string; place: EntryPlace } & ({ entry: Entry } | { entry?: undefined; error: Error })

/** An entry without its deliveries, which takes a fraction of the time to read. */
export type EntryOverview = Pick<Entry, 'envelope' | 'place' | 'outcomes'>

interface ListQuery {
  /** Places to list; all places if undefined. */
  places?: readonly EntryPlace[] | undefined
  order?: 'oldest' | 'newest'
  /** Lowest id to list. */
  since?: string | undefined
  /** Lists only ids lower than this. */
  before?: string | undefined
}

/** How often a step of a form was reached on a day. */
export interface FormCount {
  /** UTC date, such as `2026-11-29`. */
  day: string
  formType: string
  /** `seen`, `begun`, `accepted` or `rejected`; `rejected <field>` for each field with an invalid answer. */
  step: string
  count: number
}

/** Reads stored entries, even while relays are running. */
export interface StoreReader {
  /**
   * Lists entries in constant memory. An entry that moves during the listing is read in its new place.
   * @param onUnreadable called for each part of the store that cannot be read; without it, such a part is an error
   */
  list(query?: ListQuery, onUnreadable?: (part: string, error: Error) => void): AsyncIterable<EntryListItem>
  /**
   * Lists entries without their deliveries, in any order. Omits entries in `corrupt`. Takes a fraction of the time that
   * `list` takes.
   */
  listOverviews(
    query: Pick<ListQuery, 'since' | 'before'>,
    onUnreadable: (part: string, error: Error) => void,
  ): AsyncIterable<EntryOverview>
  /** Counts the entries of a place without reading them. */
  count(place: EntryPlace): Promise<number>
  /** Reads an entry. @throws DamagedEntryError, NewerVersionError; other errors if it cannot be read now */
  read(id: string): Promise<Entry | undefined>
  /** Verifies the checksums of an entry. @throws the same errors as `read` */
  check(id: string): Promise<void>
  /** Opens an attachment, whole or from `start` to `end` inclusive. Returns undefined if it does not exist. */
  openAttachment(id: string, file: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  /** Returns the counts of the days since a UTC date, in any order. */
  listFormCounts(since: string): Promise<FormCount[]>
  close(): Promise<void>
}

/** A submission that could not be changed, with the reason. */
export interface FailedChange {
  id: string
  reason: string
}

/** Actions of operators. */
export interface StoreOperations {
  /**
   * Restarts the dead deliveries of an entry, makes waiting ones due now, and repeats delivered ones. With `target`,
   * affects only that delivery. Rejects if there is no such delivery.
   */
  retry(id: string, target?: string): Promise<void>
  /** Abandons a dead or waiting delivery. Rejects if there is no such delivery. */
  abandon(id: string, target: string): Promise<void>
  /** Delivers an entry that was held back as spam. */
  release(id: string): Promise<void>
  drop(id: string): Promise<void>
  /**
   * Records what became of a lead, together with an entry that sends it to the given targets. Does nothing if the same
   * outcome was recorded last, so that a request can be repeated. Rejects if the entry is not a lead.
   */
  recordOutcome(id: string, outcome: LeadOutcome, targets: readonly string[]): Promise<void>
  /** Records that the visitor confirmed the consents, and starts the deliveries that wait for it. May be repeated. */
  confirm(id: string): Promise<void>
  /**
   * Deletes submissions and durably records their ids first, so that neither an interruption nor a restored backup
   * keeps them. Ignores ids that are not stored.
   * @returns the submissions that could not be deleted
   */
  erase(ids: readonly string[]): Promise<FailedChange[]>
  /** Verifies the checksums of all entries and moves damaged entries to `corrupt`. */
  verify(): Promise<{ checked: number; corrupt: string[] }>
}

/** Durable storage of submissions: a folder or a database. All stores pass the same conformance suite. */
export interface Store extends StoreReader, StoreOperations {
  draft(): Promise<Draft>
  /** Claims due deliveries and marks them as being sent. @param slots maximum number of deliveries per target */
  claim(slots: ReadonlyMap<string, number>): Promise<Claim[]>
  /** Counts waiting deliveries by target, omitting targets that have none. Does not read entries. */
  waiting(): Promise<TargetBacklog[]>
  /**
   * Returns the milliseconds until the next delivery to one of these targets, negative if it is overdue; undefined if
   * no delivery is waiting.
   */
  nextDue(targets: Iterable<string>): Promise<number | undefined>
  /**
   * Calls the listener when a delivery becomes due unexpectedly, for example because a submission arrived or an
   * operator retried a delivery.
   * @returns a function that unsubscribes
   */
  watch(listener: () => void): () => void
  /**
   * Stores the result of a claimed delivery. If this fails, the claim stays valid and the call can be repeated. Ignores
   * a claim that another relay has taken over.
   */
  settle(claim: Claim, settlement: Settlement): Promise<void>
  /** Counts submissions on this machine that are waiting for the database. Undefined for a store without a database. */
  backlog?(): Promise<number>
  /** Adds to the counts of forms. They are approximate: a power cut may lose the latest ones. */
  addFormCounts(counts: readonly FormCount[]): Promise<void>
  /** Returns the free space where drafts are written, in bytes. */
  free(): Promise<number>
  /**
   * Returns the sum of the amounts passed to `addUse` for a link. The link's name begins with the time after which this
   * sum may be deleted, in milliseconds since 1970.
   */
  countUses(link: string): Promise<number>
  addUse(link: string, amount: number): Promise<void>
}

/** A file in a submission. It is stored under a name that the relay chooses; the sender's name is only a label. */
export interface Attachment {
  /** Name of the form field that contained the file. */
  field: string
  /** The sender's file name without folders and control characters. For display only. */
  name: string
  /** Name of the stored file, such as `0.bin`. */
  file: string
  /** Media type detected from the content, not the type claimed by the sender. */
  type: string
  size: number
  sha256: string
}

/** Whether the visitor agreed to the text of a consent field when the submission was received. */
export interface Consent {
  field: string
  given: boolean
  /** Version of the text that the visitor agreed to; without consent, of the current text. See `getConsentVersion`. */
  version: string
  /** The text, as inline Markdown. Undefined if the page was built with an earlier version. */
  text?: string | undefined
  /** When the visitor confirmed the consent by email; null until then. Undefined if it need not be confirmed. */
  confirmedAt?: string | null | undefined
}

/** Where a visitor came from, as far as it is known. */
export interface VisitSource {
  /** Path of the page with the form. */
  page?: string
  /** Path of the first known page of the visit. */
  landing?: string
  /** Page of another site that linked to the visit, without parameters. Browsers often reveal only its origin. */
  referrer?: string
  /** Parameters of the first known address, by name. The site lists their names. */
  parameters?: Record<string, string>
}

/** An accepted submission. It is written once and never changes; its delivery states are stored separately. */
export interface Envelope {
  version: 1
  /** UUIDv7, so that ids sort by time. */
  id: string
  receivedAt: string
  formType: string
  /** Title of the form. For display only. */
  title: string
  values: AnswerValues
  attachments: Attachment[]
  /** Answers to the form's consent fields. Undefined if it has none, and in envelopes from older relays. */
  consents?: Consent[] | undefined
  /** Undefined if nothing is known, and in envelopes from older relays. */
  source?: VisitSource | undefined
  /** Language of the page, for emails to the visitor. Undefined for the source's language. */
  language?: string | undefined
  /** Names of the targets that receive the submission. */
  targets: string[]
  /** Names of the targets that receive the submission only after the visitor has confirmed a consent. */
  confirmedTargets?: string[]
  /** Key and content hash by which the relay recognizes a repeated submission. */
  idempotency: { key: string; payload: string } | undefined
  /** Reasons for treating the submission as spam; empty if it is not spam. */
  spam: string[]
  /** Whether `relay canary` sent the submission to test the relay. */
  canary?: boolean
}

/** Records of erased submissions, so that a restored backup does not bring them back. */
export interface ErasureRecords {
  /** Returns the ids of all erased submissions. */
  list(): Promise<Set<string>>
  /** Records erasures durably. Keeps earlier records. @param now milliseconds since 1970 */
  add(ids: readonly string[], now: number): Promise<void>
}
