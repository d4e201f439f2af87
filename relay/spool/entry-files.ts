import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathExists, SYNCED_FILE_OPTIONS, syncFolder } from '../disk.ts'
import { createDeliveryState } from '../store/delivery-state.ts'
import {
  createPlaceholderEnvelope,
  DamagedEntryError,
  formatChecked,
  parseChecked,
  parseEnvelope,
} from '../store/envelope-text.ts'
import { addRecords, type EntryRecord } from '../store/records.ts'
import type { Attachment, DeliveryState, Entry, EntryOverview, EntryPlace, Envelope } from '../store/store.ts'

export const ENVELOPE_FILE = 'envelope.json'
const OUTCOMES = 'outcomes.json'
/** Name of the file that states why an entry is in `corrupt`. */
export const PROBLEM_FILE = 'problem.json'

/** Location of an entry. Unless the entry is locked, it may move at any time. */
export interface EntryLocation {
  id: string
  place: EntryPlace
  folder: string
}

/** An entry that was read from its folder. */
export interface SpoolEntry extends Entry {
  /** Targets whose delivery state cannot be read. */
  lost: string[]
}

/**
 * Reads an entry.
 * @throws DamagedEntryError also if the entry moves in the meantime; NewerVersionError; other errors if the disk cannot
 * be read
 */
export async function readEntry({ place, folder, id }: EntryLocation): Promise<SpoolEntry> {
  if (place === 'corrupt') {
    const envelope = await readEnvelope(folder).catch(() => createPlaceholderEnvelope(id))
    const merged = addRecords(envelope, await readRecords(folder).catch(() => []))
    return { ...merged, place, deliveries: [], location: folder, problem: await problemOf(folder), lost: [] }
  }
  const merged = addRecords(await readEnvelope(folder), await readRecords(folder))
  const { states, lost } = await readDeliveryStates(folder, merged.envelope)
  // After a move, records and states would seem to be missing, as in an entry that has none.
  if (!(await pathExists(folder))) throw new DamagedEntryError('the entry was moved while it was being read')
  const deliveries = place === 'done' ? states.map(markDelivered) : states
  return { ...merged, place, deliveries, location: folder, lost }
}

/** Marks an open delivery of an entry in `done` as delivered, because a power cut may have destroyed its last state. */
function markDelivered(state: DeliveryState): DeliveryState {
  return state.status === 'waiting' || state.status === 'sending' ? { ...state, status: 'delivered' } : state
}

/** Reads an entry without its deliveries. Synchronous, which takes a fraction of the time. @throws as `readEntry` */
export function readOverview({ place, folder }: EntryLocation): EntryOverview {
  const outcomes = path.join(folder, OUTCOMES)
  const records = existsSync(outcomes) ? parseRecords(readFileSync(outcomes, 'utf8')) : []
  // Read last, so that it is missing if the entry moved after its records seemed to be missing.
  const text = readFileSync(path.join(folder, ENVELOPE_FILE), 'utf8')
  return { ...addRecords(parseEnvelope(text, path.basename(folder), ENVELOPE_FILE), records), place }
}

/** Reads an entry and verifies its attachments. */
export async function readVerifiedEntry(location: EntryLocation): Promise<SpoolEntry> {
  const entry = await readEntry(location)
  await verifyAttachments(location.folder, entry.envelope.attachments)
  return entry
}

async function problemOf(folder: string): Promise<string> {
  try {
    return (JSON.parse(await readFile(path.join(folder, PROBLEM_FILE), 'utf8')) as { reason: string }).reason
  } catch {
    return 'damaged'
  }
}

/**
 * Reads an envelope.
 * @throws DamagedEntryError if it is missing, was changed or belongs to another entry; NewerVersionError; other errors
 * if the disk cannot be read
 */
export async function readEnvelope(folder: string): Promise<Envelope> {
  const text = await readFile(path.join(folder, ENVELOPE_FILE), 'utf8').catch((error) => {
    throw convertReadError(ENVELOPE_FILE, error)
  })
  return parseEnvelope(text, path.basename(folder), ENVELOPE_FILE)
}

/** Treats a missing file as damage, but not EIO, which may be temporary, whereas quarantine is permanent. */
function convertReadError(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code ?? '') ? new DamagedEntryError(`${file} is missing`) : error
}

/** Verifies sizes and checksums. @throws DamagedEntryError if an attachment is missing or was changed */
async function verifyAttachments(folder: string, attachments: readonly Attachment[]): Promise<void> {
  for (const { file, size, sha256 } of attachments) {
    const hash = createHash('sha256')
    let read = 0
    try {
      for await (const chunk of createReadStream(path.join(folder, file))) {
        hash.update(chunk)
        read += chunk.length
      }
    } catch (error) {
      throw convertReadError(file, error)
    }
    if (read !== size) throw new DamagedEntryError(`${file} has ${read} bytes instead of ${size}`)
    if (hash.digest('hex') !== sha256) throw new DamagedEntryError(`${file} does not match its checksum`)
  }
}

const stateFileOf = (target: string): string => `state.${target}.json`

/**
 * Replaces the state of a delivery atomically.
 * @param synced whether to sync the file; without a sync, a power cut may restore the old state or destroy the file
 */
export async function writeDeliveryState(folder: string, state: DeliveryState, synced = true): Promise<void> {
  await replaceFile(folder, stateFileOf(state.target), `${JSON.stringify(state)}\n`, synced)
}

async function replaceFile(folder: string, name: string, text: string, synced = true): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(`${file}.new`, text, { ...SYNCED_FILE_OPTIONS, flag: 'w', flush: synced })
  await rename(`${file}.new`, file)
  if (synced) await syncFolder(folder)
}

/** Adds a record to those of an entry atomically, and syncs them. */
export async function writeRecord(folder: string, record: EntryRecord): Promise<void> {
  await replaceFile(folder, OUTCOMES, formatChecked('outcomes', [...(await readRecords(folder)), record]))
}

/** Reads the records of an entry, which has no file before the first one. @throws DamagedEntryError */
async function readRecords(folder: string): Promise<EntryRecord[]> {
  const text = await readFile(path.join(folder, OUTCOMES), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return text === undefined ? [] : parseRecords(text)
}

function parseRecords(text: string): EntryRecord[] {
  return parseChecked(text, OUTCOMES) as EntryRecord[]
}

/**
 * Reads the states of all deliveries of an entry. A delivery without a file is new. A delivery with an invalid file
 * counts as new and is listed in `lost`.
 */
async function readDeliveryStates(folder: string, envelope: Envelope) {
  const lost: string[] = []
  const states = await Promise.all(
    envelope.targets.map(async (target): Promise<DeliveryState> => {
      try {
        const state = JSON.parse(await readFile(path.join(folder, stateFileOf(target)), 'utf8')) as DeliveryState
        if (isState(state, target)) return state
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') return createDeliveryState(target, envelope)
        if (code !== undefined) throw error
      }
      lost.push(target)
      return createDeliveryState(target, envelope)
    }),
  )
  return { states, lost }
}

function isState(state: DeliveryState | null, target: string): boolean {
  return (
    state?.target === target &&
    ['waiting', 'sending', 'delivered', 'dead', 'abandoned'].includes(state.status) &&
    Number.isSafeInteger(state.tries) &&
    Number.isFinite(new Date(state.nextAt).getTime()) &&
    Array.isArray(state.history) &&
    (state.reached === undefined || Array.isArray(state.reached))
  )
}
