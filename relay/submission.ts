import type { Values } from '../src/forms/value.ts'

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
