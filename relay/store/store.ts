import type { Readable } from 'node:stream'
import type { Values } from '@northshelf/site/forms/value.ts'

/** Where an entry is. */
export type Place = 'queue' | 'done' | 'dead' | 'spam' | 'corrupt'

/** What became of an entry at one target. */
export interface DeliveryState {
  target: string
  status: 'waiting' | 'sending' | 'delivered' | 'dead' | 'abandoned'
  /** Those that ended with an answer, or none in time, and the one under way. */
  tries: number
  /** How often in a row the relay ended during it. */
  interruptions?: number
  /** When the next try is due, in milliseconds since 1970. */
  nextAt: number
  history: { at: string; kind: string; detail: string }[]
  /** Who has it already where a delivery goes to several; the target gets it back at the next try. */
  reached?: readonly string[] | undefined
}

export interface Entry {
  envelope: Envelope
  place: Place
  deliveries: DeliveryState[]
  /** Where an operator finds it, such as its folder. For people only. */
  location: string
  /** Why it is in `corrupt`. Its envelope may then be a stand-in that holds little more than the id. */
  problem?: string
}

/** What was written of a draft, or is stored of an entry, to be looked into at any place. */
export interface Content {
  /** In bytes. */
  size: number
  /** Bytes from a place on; fewer where it ends earlier. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** A submission that came with the same key before. */
export interface KnownSubmission {
  id: string
  /** A hash of what was sent. */
  payload: string
  receivedAt: string
}

/** A submission that is being received. Nothing of it counts before `commit` has resolved. */
export interface Draft {
  readonly id: string
  /** Streams one attachment to where it can be looked at. Rejects when the source or the disk fails. */
  write(source: Readable): Promise<Pick<Attachment, 'file' | 'size' | 'sha256'>>
  /** Opens what was written, so that its content can be looked at before it counts. */
  open(file: string): Promise<Content>
  /**
   * Makes it ours: when this has resolved with undefined, the submission survives whatever happens. Of several with
   * the same key, at the same time too, one is committed.
   * @param counts how long a submission with the same key counts, in milliseconds
   * @returns the submission that came with its key before; then nothing is committed
   */
  commit(envelope: Envelope, counts?: number): Promise<KnownSubmission | undefined>
  /** Leaves nothing behind. Safe to call twice and after a failure. */
  discard(): Promise<void>
}

/** A delivery that was taken, so that nobody else takes it. */
export interface Claim {
  envelope: Envelope
  /** The try that begins is counted. */
  state: DeliveryState
  /** Tells it from a later claim of the same delivery, which may be that of another relay. */
  token: string
}

/** What is not delivered yet to one target, that which is being sent included. */
export interface Waiting {
  target: string
  /** Submissions. */
  count: number
  /** The one that came first; its id says when. */
  oldest: string
}

/** How a claimed delivery ended; `interrupted` is no try, because the other side never answered. */
export type Settlement = { detail: string; reached?: readonly string[] | undefined } & (
  | { status: 'delivered' | 'dead' | 'abandoned' | 'interrupted' }
  | {
      status: 'waiting'
      /** Milliseconds until the next try. */
      pause: number
    }
)

/** One entry of a list, or why it cannot be read. */
export type Listed = { id: string; place: Place } & ({ entry: Entry } | { entry?: undefined; error: Error })

/** Which entries are listed, and in which order. */
interface ListQuery {
  /** All places without any. */
  places?: readonly Place[] | undefined
  order?: 'oldest' | 'newest'
  /** The lowest id that is listed. */
  since?: string | undefined
  /** Lower ids than this one are listed. */
  before?: string | undefined
}

/** Looks at what is stored and changes nothing. Works beside relays that run. */
export interface StoreReader {
  /**
   * Lists entries one by one: however many there are, few are in memory. What moves on meanwhile is read where it went.
   * @param onUnreadable is told of a part of the store that cannot be read; without it that is an error
   */
  list(query?: ListQuery, onUnreadable?: (part: string, error: Error) => void): AsyncIterable<Listed>
  /** How many entries a place holds. Reads none of them. */
  count(place: Place): Promise<number>
  /** @throws Damaged, Newer; other errors when it cannot be read now */
  read(id: string): Promise<Entry | undefined>
  /** Compares an entry with its checksums. @throws Damaged, Newer; other errors when it cannot be read now */
  check(id: string): Promise<void>
  /** Bytes of an attachment, all or from `start` to `end`, both included; undefined when there is none. */
  openAttachment(id: string, file: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  close(): Promise<void>
}

/** Durable home of submissions: a folder, or a database. All pass the same conformance suite. */
export interface Store extends StoreReader {
  draft(): Promise<Draft>
  /**
   * Takes what is due and marks it as being sent.
   * @param room the targets that have places free, and how many
   */
  claim(room: ReadonlyMap<string, number>): Promise<Claim[]>
  /** What waits, by target; those for which nothing does are left out. Reads no entry. */
  waiting(): Promise<Waiting[]>
  /** Milliseconds until the next delivery to one of these targets is due, negative since it is; undefined when none waits. */
  nextDue(targets: Iterable<string>): Promise<number | undefined>
  /** Calls back when a delivery has become due by other means than time. The function it returns ends that. */
  watch(listener: () => void): () => void
  /**
   * Notes how a claimed delivery ended. Should the noting fail, the claim stands and the same call may be made again.
   * Of a claim that is somebody else's by now nothing is noted.
   */
  settle(claim: Claim, end: Settlement): Promise<void>
  /**
   * Dead deliveries of an entry wait again from the start; waiting ones are tried now; one that is done is sent
   * again. Rejects when there is none.
   */
  retry(id: string, target?: string): Promise<void>
  /** A dead or waiting delivery is given up for good. Rejects when there is none. */
  abandon(id: string, target: string): Promise<void>
  /** What was held back as spam is delivered after all. */
  release(id: string): Promise<void>
  drop(id: string): Promise<void>
  /** Compares every entry with its checksums; damaged ones go to `corrupt`. */
  verify(): Promise<{ checked: number; corrupt: string[] }>
  /** How many submissions wait on this machine for a database that is away. Without one there is no such number. */
  backlog?(): Promise<number>
  /** Bytes free where drafts are written. */
  free(): Promise<number>
  /** How much a link was used, in the units of `addUse`. Its name begins with the time until which that is remembered, in ms since 1970. */
  countUses(link: string): Promise<number>
  addUse(link: string, amount: number): Promise<void>
}

/** A file that came with a submission. It is stored under our own name; theirs is only a label. */
export interface Attachment {
  /** Name of the field it came in. */
  field: string
  /** The sender's file name, stripped of folders and control characters; for people only. */
  name: string
  /** Our name of it: `0.bin`. */
  file: string
  /** By content, not by what the sender said. */
  type: string
  size: number
  sha256: string
}

/** One accepted submission. Written once and never changed: what happens to it later stands beside it. */
export interface Envelope {
  version: 1
  /** UUIDv7, so that names sort by time. */
  id: string
  receivedAt: string
  formType: string
  /** Title of the form, for people. */
  title: string
  values: Values
  attachments: Attachment[]
  /** Names of the targets that it is for. */
  targets: string[]
  /** What the sender called this submission, and a hash of what was sent, so that a retry is recognised. */
  idempotency: { key: string; payload: string } | undefined
  /** Why it was held back; empty for a submission that is delivered. */
  spam: string[]
}
