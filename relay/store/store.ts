import type { Readable } from 'node:stream'
import type { Values } from '@northshelf/site/forms/value.ts'

/** Where an entry is. */
export type Place = 'queue' | 'done' | 'dead' | 'spam' | 'corrupt'

/** State of the delivery of an entry to one target. */
export interface DeliveryState {
  target: string
  status: 'waiting' | 'sending' | 'delivered' | 'dead' | 'abandoned'
  /** Attempts that ended with a response or a timeout, including the current one. */
  tries: number
  /** How often in a row the relay stopped during an attempt. */
  interruptions?: number
  /** Time of the next attempt, in milliseconds since 1970. */
  nextAt: number
  history: { at: string; kind: string; detail: string }[]
  /** Recipients that have accepted it; passed to the target at the next attempt. */
  reached?: readonly string[] | undefined
}

export interface Entry {
  envelope: Envelope
  place: Place
  deliveries: DeliveryState[]
  /** Where it is stored, for example its folder. For people only. */
  location: string
  /** Why it is in `corrupt`. Its envelope may then be a placeholder with little more than the id. */
  problem?: string
}

/** Random access to a written or stored file. */
export interface Content {
  /** In bytes. */
  size: number
  /** Reads bytes from a position; fewer at the end of the file. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** An earlier submission with the same idempotency key. */
export interface KnownSubmission {
  id: string
  /** Hash of its content. */
  payload: string
  receivedAt: string
}

/** A submission that is being received. It is stored once `commit` has resolved. */
export interface Draft {
  readonly id: string
  /** Writes one attachment. Rejects if the source or the disk fails. */
  write(source: Readable): Promise<Pick<Attachment, 'file' | 'size' | 'sha256'>>
  /** Opens a written attachment, to check it before `commit`. */
  open(file: string): Promise<Content>
  /**
   * Stores the submission: once this has resolved with undefined, it survives a crash or a power cut. Of several with
   * the same key, even concurrent ones, one is committed.
   * @param validFor how long keys are valid, in milliseconds
   * @returns the earlier submission with the same key; then nothing is committed
   */
  commit(envelope: Envelope, validFor?: number): Promise<KnownSubmission | undefined>
  /** Deletes the draft. Safe to call twice and after a failure. */
  discard(): Promise<void>
}

/** A delivery that is reserved for one worker. */
export interface Claim {
  envelope: Envelope
  /** Includes the attempt that begins. */
  state: DeliveryState
  /** Distinguishes it from a later claim of the same delivery, perhaps by another relay. */
  token: string
}

/** Undelivered submissions of one target, including those being sent. */
export interface Waiting {
  target: string
  /** Submissions. */
  count: number
  /** Id of the oldest one, which contains its time. */
  oldest: string
}

/** Result of a claimed delivery. `interrupted` does not count as an attempt: the receiver did not respond. */
export type Settlement = { detail: string; reached?: readonly string[] | undefined } & (
  | { status: 'delivered' | 'dead' | 'abandoned' | 'interrupted' }
  | {
      status: 'waiting'
      /** Milliseconds until the next attempt. */
      pause: number
    }
)

/** An entry of a list, or the error of reading it. */
export type Listed = { id: string; place: Place } & ({ entry: Entry } | { entry?: undefined; error: Error })

/** Which entries to list, in which order. */
interface ListQuery {
  /** All places if undefined. */
  places?: readonly Place[] | undefined
  order?: 'oldest' | 'newest'
  /** Lowest listed id. */
  since?: string | undefined
  /** Only lower ids are listed. */
  before?: string | undefined
}

/** Reads stored entries, also while relays run. */
export interface StoreReader {
  /**
   * Lists entries with constant memory. An entry that moves meanwhile is read at its new place.
   * @param onUnreadable called for each part of the store that cannot be read; without it that is an error
   */
  list(query?: ListQuery, onUnreadable?: (part: string, error: Error) => void): AsyncIterable<Listed>
  /** Counts the entries of a place without reading them. */
  count(place: Place): Promise<number>
  /** @throws Damaged, Newer; other errors if it cannot be read now */
  read(id: string): Promise<Entry | undefined>
  /** Compares an entry with its checksums. @throws Damaged, Newer; other errors if it cannot be read now */
  check(id: string): Promise<void>
  /** Reads an attachment, all or from `start` to `end` inclusive; undefined if there is none. */
  openAttachment(id: string, file: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  close(): Promise<void>
}

/** Durable storage of submissions: a folder or a database. All stores pass the same conformance suite. */
export interface Store extends StoreReader {
  draft(): Promise<Draft>
  /**
   * Claims due deliveries and marks them as being sent.
   * @param slots maximum deliveries per target
   */
  claim(slots: ReadonlyMap<string, number>): Promise<Claim[]>
  /** Counts waiting deliveries by target, without targets that have none. Reads no entry. */
  waiting(): Promise<Waiting[]>
  /** Milliseconds until the next delivery to one of these targets, negative if overdue; undefined if none waits. */
  nextDue(targets: Iterable<string>): Promise<number | undefined>
  /** Calls back when a delivery becomes due other than by time. @returns a function that stops it */
  watch(listener: () => void): () => void
  /**
   * Stores the result of a claimed delivery. After a failure the claim is still valid and the call can be repeated.
   * Ignores a claim that another relay has taken over.
   */
  settle(claim: Claim, end: Settlement): Promise<void>
  /**
   * Restarts the dead deliveries of an entry, makes waiting ones due now, and repeats delivered ones. Rejects if there
   * is none.
   */
  retry(id: string, target?: string): Promise<void>
  /** Gives up a dead or waiting delivery. Rejects if there is none. */
  abandon(id: string, target: string): Promise<void>
  /** Delivers an entry that was held back as spam. */
  release(id: string): Promise<void>
  drop(id: string): Promise<void>
  /** Compares every entry with its checksums and moves damaged ones to `corrupt`. */
  verify(): Promise<{ checked: number; corrupt: string[] }>
  /** Counts submissions that wait on this machine for the database. Missing without a database. */
  backlog?(): Promise<number>
  /** Free bytes where drafts are written. */
  free(): Promise<number>
  /** Sums the uses of a link. Its name begins with the time at which they may be deleted, in ms since 1970. */
  countUses(link: string): Promise<number>
  addUse(link: string, amount: number): Promise<void>
}

/** A file of a submission. It is stored under a name of the relay; the sender's name is only a label. */
export interface Attachment {
  /** Name of its form field. */
  field: string
  /** The sender's file name without folders and control characters; for people only. */
  name: string
  /** Stored name, such as `0.bin`. */
  file: string
  /** Media type by content, not as claimed by the sender. */
  type: string
  size: number
  sha256: string
}

/** An accepted submission. It is written once and never changes; its delivery states are stored separately. */
export interface Envelope {
  version: 1
  /** UUIDv7, so that ids sort by time. */
  id: string
  receivedAt: string
  formType: string
  /** Title of the form, for people. */
  title: string
  values: Values
  attachments: Attachment[]
  /** Names of its targets. */
  targets: string[]
  /** Key and content hash, by which a retry of the sender is recognised. */
  idempotency: { key: string; payload: string } | undefined
  /** Reasons for treating it as spam; empty if it is delivered. */
  spam: string[]
}
