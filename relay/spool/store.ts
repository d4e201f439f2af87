import type { Readable } from 'node:stream'
import type { Values } from '../../src/forms/value.ts'

/** Where an entry is. */
export type Place = 'queue' | 'done' | 'dead' | 'spam' | 'corrupt'

/** What became of an entry at one target. Written beside the envelope as `state.<target>.json`. */
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
  /** Absolute folder of the entry. */
  folder: string
  /** Why it is in `corrupt`. Its envelope may then be a stand-in that holds little more than the id. */
  problem?: string
}

/** A submission that is being received. Nothing of it counts before `commit` has resolved. */
export interface Draft {
  readonly id: string
  /** Streams one attachment to disk and syncs it. Rejects when the source or the disk fails. */
  write(source: Readable): Promise<Pick<Attachment, 'file' | 'size' | 'sha256'>>
  /** Absolute path of what was written, so that its content can be looked at before it counts. */
  pathOf(file: string): string
  /**
   * Makes it ours: sync attachments, envelope and folder, rename, sync the folder above. When this has
   * resolved, the submission survives whatever happens.
   */
  commit(envelope: Envelope): Promise<void>
  /** Leaves nothing behind. Safe to call twice and after a failure. */
  discard(): Promise<void>
}

/** Durable home of submissions. The embedded one is a folder; another must pass the same conformance suite. */
export interface Store {
  draft(): Promise<Draft>
  /** The submission that came with this key before, within a day. */
  findKey(key: string): { id: string; payload: string; receivedAt: string } | undefined
  /**
   * Takes what is due for delivery, so that nobody else takes it, and marks it as being sent. Nothing is taken for
   * the targets in `busy`. The entry was compared with its checksums.
   */
  claim(now: number, busy?: ReadonlySet<string>): Promise<{ entry: Entry; target: string } | undefined>
  /** When the next delivery is due, in milliseconds since 1970; undefined when none waits. */
  nextDue(busy?: ReadonlySet<string>): number | undefined
  /** Calls back when a delivery has become due by other means than time. The function it returns ends that. */
  watch(listener: () => void): () => void
  /** The ends of a claim: delivered, to be tried again at a time, dead, abandoned, or cut off before there was an answer. */
  ack(id: string, target: string, detail: string): Promise<void>
  retryAt(id: string, target: string, at: number, detail: string, reached?: readonly string[]): Promise<void>
  dead(id: string, target: string, detail: string, reached?: readonly string[]): Promise<void>
  giveUp(id: string, target: string, detail: string): Promise<void>
  cutOff(id: string, target: string): Promise<void>
  list(place?: Place): Promise<Entry[]>
  /** How many entries a place holds. Reads none of them. */
  count(place: Place): Promise<number>
  read(id: string): Promise<Entry | undefined>
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
  /** Bytes free on the file system of the spool. */
  free(): Promise<number>
  close(): Promise<void>
}

/** A file that came with a submission. It is stored under our own name; theirs is only a label. */
export interface Attachment {
  /** Name of the field it came in. */
  field: string
  /** The sender's file name, stripped of folders and control characters; for people only. */
  name: string
  /** Our name beside the envelope: `0.bin`. */
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
