import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { splitByteOrderMark } from '../../content/decode-text.ts'
import { writeFiles } from '../../content/write-files.ts'
import { suggestCorrection } from '../../diagnostics/suggest.ts'
import { HttpError } from '../files/http-errors.ts'
import { ChangeSet, ChangeSetName } from './change-set.ts'

/** Maximum size of a change set's file in bytes. */
const MAX_BYTES = 20 << 20

/** A change set, or the reason why its file cannot be read. */
export type StoredChangeSet = { name: string } & ({ set: ChangeSet } | { problem: string })

/** Reads and writes change sets: `.northshelf/changes/<name>.json`, next to the content folder. */
export function createChangeStore(content: string) {
  const shown = '.northshelf/changes'
  const folder = path.join(path.dirname(content), shown)

  /** @throws HttpError if the name is invalid, or if the path leads through a symbolic link */
  function resolveName(name: string): string {
    const { success, error } = ChangeSetName.safeParse(name)
    if (!success) throw new HttpError(`${JSON.stringify(name)} is not a valid name: ${error.issues[0]?.message}.`, 400)
    const file = path.join(folder, `${name}.json`)
    for (const place of [path.dirname(folder), folder, file])
      if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink())
        throw new HttpError(
          `${shown}/${name}.json is reached through a symbolic link. Replace the link by a file.`,
          403,
        )
    return file
  }

  function list(): string[] {
    const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()
    const found = isFolder ? readdirSync(folder, { withFileTypes: true }) : []
    const files = found.filter((entry) => entry.name.endsWith('.json') && !entry.isDirectory())
    const names = files.map((entry) => path.parse(entry.name).name)
    return names.filter((name) => ChangeSetName.safeParse(name).success).sort()
  }

  /** @throws HttpError if the change set does not exist or is invalid */
  function read(name: string): ChangeSet {
    const file = resolveName(name)
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile()) {
      const names = list()
      const help = suggestCorrection(name, names) ?? (names.length > 0 ? `There are: ${names.join(', ')}.` : '')
      throw new HttpError(`There is no proposal named "${name}". ${help}`.trim(), 404)
    }
    if (stats.size > MAX_BYTES) throw new HttpError(`${shown}/${name}.json is larger than ${MAX_BYTES >> 20} MB.`)
    const { success, data, error } = ChangeSet.safeParse(parseJson(readFileSync(file, 'utf8')))
    if (success) return data
    throw new HttpError(`${shown}/${name}.json is not valid:\n${z.prettifyError(error)}`)
  }

  function readOrExplain(name: string): StoredChangeSet {
    try {
      return { name, set: read(name) }
    } catch (error) {
      if (error instanceof HttpError) return { name, problem: error.message }
      throw error
    }
  }

  return {
    read,
    /** Returns a change set, or why it cannot be read; undefined if there is none. @throws HttpError as `resolveName` does */
    find: (name: string): StoredChangeSet | undefined =>
      lstatSync(resolveName(name), { throwIfNoEntry: false }) && readOrExplain(name),
    list: (): StoredChangeSet[] => list().map(readOrExplain),
    /** Returns the bytes of a change set's file; undefined if there is none. */
    bytes(name: string): Buffer | undefined {
      const file = resolveName(name)
      return lstatSync(file, { throwIfNoEntry: false }) && readFileSync(file)
    },
    /** Identifies a version of a change set's file, without reading it. */
    stamp(name: string): string {
      const { mtimeMs, size, ino } = lstatSync(resolveName(name), { throwIfNoEntry: false }) ?? {}
      return [mtimeMs, size, ino].join()
    },
    /** @throws HttpError if the change set exceeds a limit */
    write(name: string, set: ChangeSet): void {
      const file = resolveName(name)
      const text = formatChangeSet(set)
      writeFiles([{ file: `${shown}/${name}.json`, after: text }], () => file)
    },
    /** @throws HttpError if there is no such change set; its file may be invalid */
    remove(name: string): void {
      const file = resolveName(name)
      if (!lstatSync(file, { throwIfNoEntry: false })) read(name)
      rmSync(file)
    },
  }
}

/** Returns the text of a change set's file. @throws HttpError if the change set exceeds a limit */
export function formatChangeSet(set: ChangeSet): string {
  const text = `${JSON.stringify(set, null, 2)}\n`
  const { error } = ChangeSet.safeParse(set)
  if (error) throw new HttpError(`The edits cannot be saved:\n${z.prettifyError(error)}`)
  if (Buffer.byteLength(text) <= MAX_BYTES) return text
  const limit = `together they are larger than ${MAX_BYTES >> 20} MB`
  throw new HttpError(`The edits cannot be saved: ${limit}. Publish, apply or discard some of them first.`, 413)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(splitByteOrderMark(text).text)
  } catch {
    throw new HttpError('The file is not valid JSON.')
  }
}
