import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Submission } from '../submission.ts'

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

/** Whether an outbox holds it as it was sent. */
export async function isDelivered(outbox: string, { id, values, sha256 }: Receipt): Promise<boolean> {
  try {
    const record = JSON.parse(await readFile(path.join(outbox, `${id}.json`), 'utf8'))
    const mail = await readFile(path.join(outbox, `${id}.eml`), 'latin1')
    // As the page sent it, so a lead names its form among its values.
    const { formType: _form, ...answers } = record.values
    return checksumOf(answers) === values && (sha256 === undefined || hash(attachedTo(mail)) === sha256)
  } catch {
    return false
  }
}

/** The only attachment of a mail: base64 from the empty line below its header to the next boundary. */
function attachedTo(mail: string): Buffer {
  const header = mail.indexOf('Content-Disposition: attachment')
  const begin = mail.indexOf('\r\n\r\n', header)
  return Buffer.from(mail.slice(begin, mail.indexOf('\r\n--', begin)), 'base64')
}

export function receiptFor({ key, values, sha256 }: Submission, id: string): Receipt {
  return { id, key, values: checksumOf(values), sha256 }
}

/** Of values by name, in whatever order they stand. */
export function checksumOf(values: Record<string, unknown>): string {
  const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))
  return hash(JSON.stringify(sorted))
}

export function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
