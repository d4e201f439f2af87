import { createHash } from 'node:crypto'
import type { Submission } from './submission.ts'

/** What a client was told is safe, and what it had sent. */
export interface Receipt {
  id: string
  key: string
  /** Checksum of the values. */
  values: string
  /** Checksum of the file. */
  sha256: string | undefined
}

/** What the clients of a soak know. They remember; the relay is what dies. */
export interface Ledger {
  receipts: Receipt[]
  /** Posts whose connection broke before an answer came; each was sent again with its key. */
  broken: number
  /** Answers 5xx, sent again as well. */
  refused: number
  /** Submissions that were answered with a second id when they were sent again. */
  twice: number
}

export function createLedger(): Ledger {
  return { receipts: [], broken: 0, refused: 0, twice: 0 }
}

export function receiptFor({ key, values, sha256 }: Submission, id: string): Receipt {
  return { id, key, values: checksumOf(values), sha256 }
}

/** Of values by name, in whatever order they stand. */
export function checksumOf(values: Record<string, unknown>): string {
  const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}
