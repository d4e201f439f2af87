import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DamagedEntryError, formatEnvelope, parseEnvelope } from '../store/envelope-text.ts'
import type { Envelope } from '../store/store.ts'
import { SYNCED_FILE_OPTIONS } from './disk.ts'

const ENVELOPE = 'envelope.json'

/** Writes the envelope of an entry and syncs it. Fails if the file exists. */
export async function writeEnvelope(folder: string, envelope: Envelope): Promise<void> {
  await writeFile(path.join(folder, ENVELOPE), formatEnvelope(envelope), SYNCED_FILE_OPTIONS)
}

/**
 * Reads an envelope.
 * @throws DamagedEntryError if it is missing, was changed or belongs to another entry; NewerVersionError; other errors
 * if the disk cannot be read
 */
export async function readEnvelope(folder: string): Promise<Envelope> {
  const text = await readFile(path.join(folder, ENVELOPE), 'utf8').catch((error) => {
    throw convertReadError(ENVELOPE, error)
  })
  return parseEnvelope(text, path.basename(folder), ENVELOPE)
}

/**
 * Converts a read error to a DamagedEntryError if the file is missing. EIO does not count as damage, because it may be
 * temporary, whereas quarantine is permanent.
 */
export function convertReadError(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code ?? '') ? new DamagedEntryError(`${file} is missing`) : error
}
