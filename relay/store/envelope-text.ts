import { createHash } from 'node:crypto'
import type { Envelope } from './store.ts'

/** An entry that does not hold what was written. `message` says what is wrong with it, without what visitors typed. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** An entry that a newer relay wrote: nothing is wrong with it, but this one cannot read it. */
export class Newer extends Error {
  override name = 'Newer'
}

const VERSION: Envelope['version'] = 1

/** The checksum stands before the text that it is of, so that every changed byte shows. */
const SHAPE = /^\{"sha256":"([0-9a-f]{64})","envelope":(.*)\}\n$/s

/** An envelope as it is stored: one line of JSON with its checksum. */
export function formatEnvelope(envelope: Envelope): string {
  const text = JSON.stringify(envelope)
  return `{"sha256":"${hash(text)}","envelope":${text}}\n`
}

/** @param name what the text is called in messages. @throws Damaged when it was changed or is of another entry; Newer */
export function parseEnvelope(whole: string, id: string, name = 'envelope'): Envelope {
  const [, sha256, text] = SHAPE.exec(whole) ?? []
  if (text === undefined || hash(text) !== sha256) throw new Damaged(`${name} does not match its checksum`)
  const envelope = JSON.parse(text) as Envelope
  if (envelope.version > VERSION)
    throw new Newer(`${name} has version ${envelope.version}, this relay knows version ${VERSION}`)
  if (envelope.id !== id) throw new Damaged(`${name} belongs to ${envelope.id}`)
  return { ...envelope, idempotency: envelope.idempotency }
}

/** Stands for an envelope that cannot be read, so that the entry can still be listed and dropped. */
export function standIn(id: string, receivedAt: string): Envelope {
  return {
    ...{ version: 1, id, receivedAt, formType: '', title: 'Damaged entry', values: {} },
    ...{ attachments: [], targets: [], idempotency: undefined, spam: [] },
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
