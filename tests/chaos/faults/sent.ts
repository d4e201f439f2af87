import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { SubmissionRecord } from '../../../relay/targets/record.ts'
import type { Submission } from '../submission.ts'

/** The sender's record of an acknowledged submission. */
export interface Sent {
  id: string
  submission: Pick<Submission, 'key' | 'values' | 'sha256'>
  /** Whether the relay holds the submission until an operator releases it. */
  spam: boolean
}

/** Describes how a delivered record differs from the submission; undefined if it does not. */
export function differenceOf({ id, submission }: Sent, record: Omit<SubmissionRecord, 'type'>): string | undefined {
  if (record.id !== id) return `${record.id} was delivered as ${id}`
  const changed = Object.entries(submission.values).find(([name, value]) => record.values[name] !== value)
  if (changed) return `the value ${changed[0]} of ${id} differs`
  const files = record.attachments.map(({ sha256 }) => sha256).join()
  return files === (submission.sha256 ?? '') ? undefined : `the file of ${id} differs`
}

/** Describes how the record and the email in an outbox differ from the submission. */
export async function outboxDifference(sent: Sent, outbox: string): Promise<string | undefined> {
  for (const name of [`${sent.id}.json`, `${sent.id}.eml`]) {
    const file = path.join(outbox, name)
    const difference = existsSync(file) ? await fileDifference(sent, name, readFileSync(file)) : `${name} is missing`
    if (difference) return difference
  }
  return undefined
}

/** Describes how a record (`.json`) or an email (`.eml`) differs from the submission. */
export async function fileDifference(sent: Sent, name: string, bytes: Buffer): Promise<string | undefined> {
  if (name.endsWith('.eml')) {
    const { attachments, text = '' } = await PostalMime.parse(bytes)
    const hashes = attachments.map(({ content }) => hash(Buffer.from(content as ArrayBuffer)))
    const isIntact = text.includes(sent.submission.key) && hashes.join() === (sent.submission.sha256 ?? '')
    return isIntact ? undefined : `${name} differs from the submission`
  }
  try {
    return differenceOf(sent, JSON.parse(bytes.toString()))
  } catch {
    return `${name} is truncated`
  }
}

export function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
