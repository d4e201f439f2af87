import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { NEW_SYNCED } from './disk.ts'
import type { Envelope } from './store.ts'

const ENVELOPE = 'envelope.json'

/** An entry that does not hold what was written. `message` says what is wrong with it, without what visitors typed. */
export class Damaged extends Error {
  override name = 'Damaged'
}

/** What an error of reading a file of an entry means: damage, or else a disk that cannot be read now. */
export function damageOf(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Damaged(`${file} is missing`)
  return code === 'EIO' || code === 'EISDIR' ? new Damaged(`${file} cannot be read: ${code}`) : error
}

/** An entry that a newer relay wrote: nothing is wrong with it, but this one cannot read it. */
export class Newer extends Error {
  override name = 'Newer'
}

const VERSION: Envelope['version'] = 1

/** The checksum stands before the text that it is of, so that every changed byte shows. */
const SHAPE = /^\{"sha256":"([0-9a-f]{64})","envelope":(.*)\}\n$/s

/** Writes the envelope of an entry and syncs it. Fails when there is one. */
export async function writeEnvelope(folder: string, envelope: Envelope): Promise<void> {
  const text = JSON.stringify(envelope)
  await writeFile(path.join(folder, ENVELOPE), `{"sha256":"${hash(text)}","envelope":${text}}\n`, NEW_SYNCED)
}

/** @throws Damaged when it is missing, changed or of another entry; Newer; other errors when the disk cannot be read */
export async function readEnvelope(folder: string): Promise<Envelope> {
  const whole = await readFile(path.join(folder, ENVELOPE), 'utf8').catch((error) => {
    throw damageOf(ENVELOPE, error)
  })
  const [, sha256, text] = SHAPE.exec(whole) ?? []
  if (text === undefined || hash(text) !== sha256) throw new Damaged(`${ENVELOPE} does not match its checksum`)
  const envelope = JSON.parse(text) as Envelope
  if (envelope.version > VERSION)
    throw new Newer(`${ENVELOPE} has version ${envelope.version}, this relay knows version ${VERSION}`)
  if (envelope.id !== path.basename(folder)) throw new Damaged(`${ENVELOPE} belongs to ${envelope.id}`)
  return { ...envelope, idempotency: envelope.idempotency }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
