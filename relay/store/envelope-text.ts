import { hash } from 'node:crypto'
import type { Alert } from './alert.ts'
import { getIdTime } from './ids.ts'
import type { Envelope } from './store.ts'

/** Thrown if an entry is damaged. `message` describes the damage, without visitor input. */
export class DamagedEntryError extends Error {
  override name = 'Damaged'
}

/** Thrown if a newer relay wrote an entry. The entry is intact, but this relay cannot read it. */
export class NewerVersionError extends Error {
  override name = 'Newer'
}

/** Returns the alert for an entry that was not moved because it cannot be read or written. */
export function createUnusableEntryAlert(id: string, error: unknown, storage: 'disk' | 'database'): Alert {
  const kind = error instanceof NewerVersionError ? 'newer' : storage
  return { kind, id, detail: `the entry cannot be read or written and was not moved: ${(error as Error).message}` }
}

const VERSION: Envelope['version'] = 1

/** Format of a stored value: a checksum, followed by the JSON that it covers. Any changed byte is detected. */
const SHAPE = /^\{"sha256":"([0-9a-f]{64})","(?:envelope|outcomes)":(.*)\}\n$/s

/** Formats a value for storage, as one line of JSON with its checksum. */
export function formatChecked(name: 'envelope' | 'outcomes', value: unknown): string {
  const text = JSON.stringify(value)
  return `{"sha256":"${hash('sha256', text)}","${name}":${text}}\n`
}

/** Parses a stored value. @param name name of the file in error messages. @throws DamagedEntryError if it was changed */
export function parseChecked(line: string, name: string): unknown {
  const [, sha256, text] = SHAPE.exec(line) ?? []
  if (text === undefined || hash('sha256', text) !== sha256)
    throw new DamagedEntryError(`${name} does not match its checksum`)
  return JSON.parse(text)
}

export function formatEnvelope(envelope: Envelope): string {
  return formatChecked('envelope', envelope)
}

/**
 * Parses a stored envelope.
 * @param name name of the file in error messages
 * @throws DamagedEntryError if it was changed or belongs to another entry; NewerVersionError
 */
export function parseEnvelope(line: string, id: string, name = 'envelope'): Envelope {
  const envelope = parseChecked(line, name) as Envelope
  if (envelope.version > VERSION)
    throw new NewerVersionError(`${name} has version ${envelope.version}, this relay supports version ${VERSION}`)
  if (envelope.id !== id) throw new DamagedEntryError(`${name} belongs to ${envelope.id}`)
  return { ...envelope, idempotency: envelope.idempotency }
}

/** Reports whether an envelope is a placeholder. */
export function isPlaceholderEnvelope({ formType }: Envelope): boolean {
  return formType === ''
}

/** Creates a placeholder for an unreadable envelope, so that the entry can still be listed and dropped. */
export function createPlaceholderEnvelope(id: string): Envelope {
  const receivedAt = new Date(getIdTime(id)).toISOString()
  return {
    version: 1,
    id,
    receivedAt,
    formType: '',
    title: 'Damaged entry',
    values: {},
    attachments: [],
    targets: [],
    idempotency: undefined,
    spam: [],
  }
}
