import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
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

export interface Findings {
  /** Acknowledged, and in no folder of the spool. */
  lost: string[]
  /** Acknowledged, and not what was sent; or put aside as corrupt. */
  damaged: string[]
  /** Submissions that exist more than once. */
  duplicates: string[]
  /** Acknowledged, and not in the outbox as it was sent. */
  undelivered: string[]
}

/** Entries beside a file that the spool holds. The relay's own code has no part in this: it is what is checked. */
export async function checkSpool(folder: string, { receipts, twice }: Ledger): Promise<Findings> {
  const found: Findings = { lost: [], damaged: [], duplicates: Array(twice).fill('two answers'), undelivered: [] }
  const places = await listEntries(path.join(folder, 'spool'))
  const keys = new Map<string, string>()
  for (const [id, folders] of places) {
    if (folders.length > 1) found.duplicates.push(id)
    const key = await keyOf(folders[0] as string)
    if (key !== undefined && keys.has(key)) found.duplicates.push(id)
    if (key !== undefined) keys.set(key, id)
  }
  for (const receipt of receipts) {
    const folders = places.get(receipt.id)
    if (!folders) found.lost.push(receipt.id)
    else if (!(await isWhole(folders[0] as string, receipt))) found.damaged.push(receipt.id)
    if (!(await isDelivered(path.join(folder, 'outbox'), receipt))) found.undelivered.push(receipt.id)
  }
  return found
}

/** Folders by the id that they are named after. */
async function listEntries(spool: string): Promise<Map<string, string[]>> {
  const days = (await readdir(path.join(spool, 'done'))).map((day) => path.join('done', day))
  const found = new Map<string, string[]>()
  for (const place of ['tmp', 'queue', 'dead', 'spam', 'corrupt', ...days])
    for (const id of await readdir(path.join(spool, place)))
      found.set(id, [...(found.get(id) ?? []), path.join(spool, place, id)])
  return found
}

async function keyOf(folder: string): Promise<string | undefined> {
  return (await readEnvelope(folder).catch(() => undefined))?.idempotency?.key
}

async function readEnvelope(folder: string) {
  const whole = await readFile(path.join(folder, 'envelope.json'), 'utf8')
  const { sha256, envelope } = JSON.parse(whole)
  const text = whole.slice(whole.indexOf('"envelope":') + '"envelope":'.length, whole.lastIndexOf('}'))
  if (hash(text) !== sha256) throw new Error('the checksum of the envelope is wrong')
  return envelope as {
    id: string
    values: Record<string, unknown>
    attachments: { file: string; sha256: string }[]
    idempotency?: { key: string }
  }
}

async function isWhole(folder: string, { id, key, values, sha256 }: Receipt): Promise<boolean> {
  if (path.basename(path.dirname(folder)) === 'corrupt') return false
  try {
    const envelope = await readEnvelope(folder)
    const files = await Promise.all(
      envelope.attachments.map(async ({ file }) => hash(await readFile(path.join(folder, file)))),
    )
    return (
      envelope.id === id &&
      envelope.idempotency?.key === key &&
      checksumOf(envelope.values) === values &&
      files.join() === (sha256 ?? '')
    )
  } catch {
    return false
  }
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
