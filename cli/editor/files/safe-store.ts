import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { z } from 'zod'
import { cacheRoot, hash } from '../../cache.mjs'
import { type SavedFiles, toInnerPath } from '../../content/content-files.ts'
import { WriteError, writeFiles } from '../../content/write-files.ts'
import { toSystemFailure } from '../../diagnostics/failure.ts'
import { findWriteProblem } from '../../diagnostics/find-write-problem.ts'
import { type ContentStore, computeVersion, createContentStore, type FileWrite } from './content-store.ts'
import { ConflictError, HttpError, OutdatedCheckError } from './http-errors.ts'

/** Milliseconds after which a killed process's lock expires. */
const STALE = 5000
/** Attempts to get the lock, which is held for a few milliseconds, and milliseconds between them. Together 10 s. */
const ATTEMPTS = { retries: 1000, factor: 1, minTimeout: 10 }

/** The writes in progress. The new bytes are in base64; null for a deleted file. */
const Journal = z.array(z.object({ file: z.string(), before: z.string(), after: z.string().nullable() }))

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
      withLock(state, () => {
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
    locked: (task) => withLock(state, task),
    recover: async () => {
      if (!existsSync(journal)) return
      await withLock(state, finish).catch((error: unknown) => {
        if (!toSystemFailure(error)) throw error
      })
    },
  }
}

/** Returns why no content can be saved in a folder; undefined if it can. */
export function findWriteObstacle(folder: string): string | undefined {
  return [folder, findStateFolder(folder)].map(findWriteProblem).find((problem) => problem !== undefined)
}

/**
 * Returns the folder for the lock and the journal. It is next to the content folder, because projects that share a
 * content folder must also share the lock; in the project's cache if nothing can be written there.
 */
function findStateFolder(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : folder
  const shared = path.join(path.dirname(real), '.northshelf', 'writes', path.basename(real))
  return findWriteProblem(shared) ? path.join(cacheRoot, 'writes', hash(real)) : shared
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

/** Runs a task while no other task of this or another process runs. */
async function withLock<T>(state: string, task: () => T | Promise<T>): Promise<T> {
  mkdirSync(state, { recursive: true })
  // Keeps the lock and the journal out of the repository.
  const ignore = path.join(path.dirname(state), '.gitignore')
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n')
  const unlock = await lockfile
    .lock(state, { stale: STALE, retries: ATTEMPTS, onCompromised: () => {} })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ELOCKED') throw error
      throw new HttpError('Another process is writing to the content folder. Try again later.', 409)
    })
  try {
    return await task()
  } finally {
    await unlock()
  }
}
