import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { SubmissionRecord } from '../../../relay/targets/record.ts'
import type { Submission } from '../submission.ts'

/** A submission that was acknowledged, and what its sender knows. */
export interface Sent {
  id: string
  submission: Pick<Submission, 'key' | 'values' | 'sha256'>
  /** It is held back until somebody releases it. */
  spam: boolean
}

/** Why a record, as webhooks and outboxes get it, is not what was sent; undefined when it is. */
export function differenceOf({ id, submission }: Sent, record: Omit<SubmissionRecord, 'type'>): string | undefined {
  if (record.id !== id) return `${record.id} stands for ${id}`
  const odd = Object.entries(submission.values).find(([name, value]) => record.values[name] !== value)
  if (odd) return `the value ${odd[0]} of ${id} is another one`
  const files = record.attachments.map(({ sha256 }) => sha256).join()
  return files === (submission.sha256 ?? '') ? undefined : `the file of ${id} is another one`
}

/** The same of what stands in an outbox for a submission: its record, and its mail with the file. */
export async function outboxDifference(sent: Sent, outbox: string): Promise<string | undefined> {
  for (const name of [`${sent.id}.json`, `${sent.id}.eml`]) {
    const file = path.join(outbox, name)
    const difference = existsSync(file) ? await fileDifference(sent, name, readFileSync(file)) : `${name} is not there`
    if (difference) return difference
  }
  return undefined
}

/** The same of one of the two. */
export async function fileDifference(sent: Sent, name: string, bytes: Buffer): Promise<string | undefined> {
  if (name.endsWith('.eml')) {
    const { attachments, text = '' } = await PostalMime.parse(bytes)
    const hashes = attachments.map(({ content }) => hash(Buffer.from(content as ArrayBuffer)))
    const whole = text.includes(sent.submission.key) && hashes.join() === (sent.submission.sha256 ?? '')
    return whole ? undefined : `${name} is not what was sent`
  }
  try {
    return differenceOf(sent, JSON.parse(bytes.toString()))
  } catch {
    return `${name} is cut`
  }
}

export function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
