import { existsSync, lstatSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { hash } from '../../cache.mjs'
import { type SavedFiles, toInnerPath } from '../../content/content-files.ts'
import { downloadTypes } from '../../content/documents.ts'
import { WriteError, writeFiles } from '../../content/write-files.ts'
import { toSystemFailure } from '../../diagnostics/failure.ts'
import { ConflictError, HttpError, OutdatedCheckError } from './http-errors.ts'
import { pictureExtensions } from './picture.ts'
import { findStateFolder, withWriteLock } from './write-lock.ts'

const EXTENSIONS = ['.yaml', '.md', ...Object.values(pictureExtensions), '.jpeg', ...Object.keys(downloadTypes)]

/** The writes in progress. The new bytes are in base64; null for a deleted file. */
const Journal = z.array(z.object({ file: z.string(), before: z.string(), after: z.string().nullable() }))

/** A file's content before and after a save; undefined where the file does not exist. */
export interface FileWrite {
  /** Path relative to the parent of the content folder. */
  file: string
  before: Buffer | undefined
  after: Buffer | undefined
}

/** Returns a hash of the bytes, or `gone` if the file is missing. */
export function computeVersion(bytes: Buffer | undefined): string {
  return bytes ? hash(bytes) : 'gone'
}

/** Reports whether a path can be a content file: it is not hidden and has a known extension. */
export function isContentPath(file: string): boolean {
  return !/(?:^|\/)\./.test(file) && EXTENSIONS.includes(path.extname(file).toLowerCase())
}

/**
 * Reads files in a content folder, and finds where they can be written. Never accesses files outside the folder, not even
 * through symlinks.
 * @param folder absolute path of the content folder
 */
export function createContentStore(folder: string) {
  const root = path.dirname(folder)
  const name = path.basename(folder)

  /** @throws HttpError if the path is outside the folder */
  function resolvePath(file: string): string {
    const resolved = path.resolve(root, file)
    const inside = path.relative(folder, resolved).replaceAll(path.sep, '/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects names that contain them
    if (file !== `${name}/${inside}` || inside.startsWith('..') || /[\0-\x1f\\]/.test(file) || !isContentPath(inside))
      throw new HttpError(`${JSON.stringify(file)} is not a content file.`, 403)
    let existing = resolved
    while (!lstatSync(existing, { throwIfNoEntry: false })) existing = path.dirname(existing)
    const real = existsSync(existing) ? realpathSync(existing) : existing
    const realFolder = realpathSync(folder)
    if (real !== realFolder && !real.startsWith(realFolder + path.sep))
      throw new HttpError(`${file} is a symbolic link to a file outside the content folder. Edit that file.`, 403)
    return existing === resolved ? real : resolved
  }

  function read(file: string): Buffer | undefined {
    const resolved = resolvePath(file)
    const stats = statSync(resolved, { throwIfNoEntry: false })
    if (!stats) return undefined
    if (!stats.isFile()) throw new HttpError(`${file} is not a regular file.`, 403)
    return readFileSync(resolved)
  }

  /**
   * Returns the path at which a file can be written.
   * @throws HttpError if the file is write-protected, or would be in a file instead of a folder
   */
  function checkWrite(file: string): string {
    const resolved = resolvePath(file)
    const stats = statSync(resolved, { throwIfNoEntry: false })
    if (stats && (stats.mode & 0o222) === 0) throw new HttpError(`${file} is write-protected.`)
    let parent = path.dirname(resolved)
    while (!existsSync(parent)) parent = path.dirname(parent)
    if (!statSync(parent).isDirectory())
      throw new HttpError(`${file} cannot be written, because ${path.basename(parent)} is not a folder.`)
    return resolved
  }

  return { read, checkWrite }
}
export type ContentStore = ReturnType<typeof createContentStore>

export interface SafeStore {
  read: ContentStore['read']
  /**
   * Writes all files or none.
   * @param options.checked the content with which the files were checked
   * @param options.commit calls `write` and does what must happen together with it; called while no other process writes
   * @throws ConflictError if a file differs from `before`; OutdatedCheckError if other content has changed since it was
   * checked; HttpError if a write fails, or if another process does not finish
   */
  write(files: readonly FileWrite[], options?: WriteOptions): Promise<void>
  /** Runs a task while no other process writes. */
  locked<T>(task: () => T | Promise<T>): Promise<T>
  /** Completes the writes of a killed process, unless the folder is no longer writable. */
  recover(): Promise<void>
}

export interface WriteOptions {
  checked?: SavedFiles | undefined
  commit?: ((write: () => void) => void) | undefined
}

/**
 * Creates a content store for several processes, such as `site dev` and `site mcp`: only one writes at a time, and
 * several files are all written even if the process is killed.
 * @param folder absolute path of the content folder
 */
export function createSafeStore(folder: string): SafeStore {
  const { read, checkWrite } = createContentStore(folder)
  const state = findStateFolder(folder)
  const journal = path.join(state, 'journal.json')

  /**
   * Completes the writes of a killed process if at least one file has its new content. Skips files that have changed
   * since then and files that cannot be written.
   */
  function finish(): void {
    const pending: FileWrite[] = []
    let isBegun = false
    for (const { file, before, after } of readJournal(journal))
      attempt(() => {
        const now = read(file)
        const bytes = after === null ? undefined : Buffer.from(after, 'base64')
        if (computeVersion(now) === before) pending.push({ file, before: now, after: bytes })
        else if (computeVersion(now) === computeVersion(bytes)) isBegun = true
      })
    if (isBegun) for (const file of pending) attempt(() => replace([file]))
    rmSync(journal, { force: true })
  }
  /** Writes files. If one fails, restores the others. */
  function replace(files: readonly FileWrite[]): void {
    try {
      writeFiles(files, ({ file, before }) => {
        const now = read(file)
        if (computeVersion(now) !== computeVersion(before)) throw new ConflictError(file, now)
        return checkWrite(file)
      })
    } catch (error) {
      throw error instanceof WriteError ? new HttpError(`${error.message} Nothing was changed.`, 500) : error
    }
  }
  function write(files: readonly FileWrite[]): void {
    const entries = files.map(({ file, before, after }): z.infer<typeof Journal>[number] => {
      return { file, before: computeVersion(before), after: after?.toString('base64') ?? null }
    })
    // A single file is replaced in one step.
    if (files.length > 1) writeFileSync(journal, JSON.stringify(entries))
    try {
      replace(files)
    } finally {
      rmSync(journal, { force: true })
    }
  }

  return {
    read,
    write: (files, { checked, commit = (run) => run() }: WriteOptions = {}) =>
      withWriteLock(state, () => {
        finish()
        commit(() => {
          if (checked) checkUnchanged(checked, files)
          write(files)
        })
      }).catch((error: unknown) => {
        // For example, the lock cannot be created on a full disk.
        const failure = toSystemFailure(error, folder)
        throw failure ? new HttpError(`${failure.message} Nothing was changed.`, 500) : error
      }),
    locked: (task) => withWriteLock(state, task),
    recover: async () => {
      if (!existsSync(journal)) return
      await withWriteLock(state, finish).catch((error: unknown) => {
        if (!toSystemFailure(error)) throw error
      })
    },
  }
}

/**
 * Skips the files to write: `write` compares their content.
 * @throws OutdatedCheckError if another file has changed since the content was checked
 */
function checkUnchanged(checked: SavedFiles, files: readonly FileWrite[]): void {
  const written = new Set(files.map(({ file }) => toInnerPath(file)))
  const changed = checked.listChanges().find((file) => !written.has(file))
  if (changed !== undefined) throw new OutdatedCheckError(path.posix.join(path.basename(checked.folder), changed))
}

function attempt(task: () => void): void {
  try {
    task()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
  }
}

/** Returns the entries of a journal; none if there is no journal, or if the process was killed while it wrote it. */
function readJournal(file: string): z.infer<typeof Journal> {
  try {
    return Journal.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}
