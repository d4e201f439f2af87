import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Submission } from '../submission.ts'

/** A client's record of an acknowledged submission. */
export interface Receipt {
  id: string
  key: string
  /** Checksum of the values. */
  values: string
  /** Checksum of the file. */
  sha256: string | undefined
}

/** The clients' records, which survive when the relay is killed. */
export interface Ledger {
  receipts: Receipt[]
  /** Number of requests whose connection broke before a response. Each was retried with the same key. */
  broken: number
  /** Number of requests that the relay answered with 5xx. Each was retried with the same key. */
  refused: number
  /** Number of resent submissions for which the relay returned a different id. */
  twice: number
}

/** Reports whether the outbox contains the unchanged submission. */
export async function isDelivered(outbox: string, { id, values, sha256 }: Receipt): Promise<boolean> {
  try {
    const record = JSON.parse(await readFile(path.join(outbox, `${id}.json`), 'utf8'))
    const mail = await readFile(path.join(outbox, `${id}.eml`), 'latin1')
    // Ignores what the relay adds to the record of a lead: the form type, and empty values for fields without an answer.
    const { formType: _form, ...fields } = record.values
    const answers = Object.entries<string>(fields).filter(([, value]) => value !== '')
    return (
      checksumOf(Object.fromEntries(answers)) === values && (sha256 === undefined || hash(attachedTo(mail)) === sha256)
    )
  } catch {
    return false
  }
}

/** Decodes an email's only attachment: the base64 between the empty line after its header and the next boundary. */
function attachedTo(mail: string): Buffer {
  const header = mail.indexOf('Content-Disposition: attachment')
  const begin = mail.indexOf('\r\n\r\n', header)
  return Buffer.from(mail.slice(begin, mail.indexOf('\r\n--', begin)), 'base64')
}

export function receiptFor({ key, values, sha256 }: Submission, id: string): Receipt {
  return { id, key, values: checksumOf(values), sha256 }
}

/** Returns the checksum of values, independent of their order. */
export function checksumOf(values: Record<string, unknown>): string {
  const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))
  return hash(JSON.stringify(sorted))
}

export function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
