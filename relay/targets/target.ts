import type { Envelope } from '../spool/store.ts'

/** What a target is given: the envelope, and where its attachments lie. */
export interface Parcel {
  envelope: Envelope
  /** Absolute path of an attachment. The file is whole: its checksum was compared when the entry was read. */
  pathOf(file: string): string
  /** Who has it already, as the outcome of an earlier try said. */
  reached?: readonly string[]
}

/**
 * How a delivery ended. Whatever is not clearly permanent is temporary: it is tried again. `detail` may hold words of
 * the other side.
 */
export type Outcome = {
  detail: string
  /** What an operator has to mend in the settings or at the other side, in our own words. */
  setup?: string
} & (
  | { kind: 'delivered' }
  | {
      kind: 'temporary'
      /** The other side asked for this pause, in milliseconds. */
      retryAfter?: number
      /** Who has it by now; the next try leaves them out. */
      reached?: readonly string[]
    }
  | { kind: 'permanent' }
)

/** Where submissions go. One factory file per kind; all pass the same conformance suite. */
export interface Target {
  readonly name: string
  readonly kind: 'file' | 'smtp' | 'webhook'
  /** Pauses before the tries, in milliseconds: the first is 0. After the last one the entry is dead. */
  readonly schedule: readonly number[]
  /** Milliseconds that one try may take; then its signal is aborted. */
  readonly timeout: number
  /** Never throws for what the other side does; a throw is a fault of ours and counts as temporary. */
  deliver(parcel: Parcel, signal: AbortSignal): Promise<Outcome>
  /** For `relay doctor`: can it be reached? Resolves with what was found, or rejects with why not. */
  probe(): Promise<string>
  close(): Promise<void>
}
