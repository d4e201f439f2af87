import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { z } from 'zod'
import { cacheRoot, hash } from '../../cache.mjs'
import { type ContentStore, computeVersion, createContentStore, type FileWrite } from './content-store.ts'
import { HttpError } from './http-errors.ts'

/** Milliseconds after which a killed process's lock expires. */
const STALE = 5000
/** Milliseconds between attempts to get the lock, which is held for a few milliseconds. */
const INTERVAL = 5

/** The writes in progress. The new bytes are in base64; null for a deleted file. */
const Journal = z.array(z.object({ file: z.string(), before: z.string(), after: z.string().nullable() }))

/**
 * Creates a content store for several processes, such as `site dev` and `site mcp`: only one writes at a time, and
 * several files are all written even if the process is killed.
 * @param folder absolute path of the content folder
 * @param state folder for the lock and the journal
 */
export function createSafeStore(
  folder: string,
  state = path.join(cacheRoot, 'writes', hash(realpathSync(folder))),
): ContentStore {
  const store = createContentStore(folder)
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
        const now = store.read(file)
        const bytes = after === null ? undefined : Buffer.from(after, 'base64')
        if (computeVersion(now) === before) pending.push({ file, before: now, after: bytes })
        else if (computeVersion(now) === computeVersion(bytes)) isBegun = true
      })
    if (isBegun) for (const write of pending) attempt(() => store.write([write]))
    rmSync(journal, { force: true })
  }
  function write(files: readonly FileWrite[]): void {
    const entries = files.map(({ file, before, after }): z.infer<typeof Journal>[number] => {
      return { file, before: computeVersion(before), after: after?.toString('base64') ?? null }
    })
    // A single file is replaced in one step.
    if (files.length > 1) writeFileSync(journal, JSON.stringify(entries))
    // If a write fails, the store undoes the earlier ones.
    try {
      store.write(files)
    } finally {
      rmSync(journal, { force: true })
    }
  }

  withLock(state, finish)
  return {
    read: store.read,
    write: (files) =>
      withLock(state, () => {
        finish()
        write(files)
      }),
  }
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

/** Runs a task while no other process runs one. Does not wait asynchronously, so that tasks of a process never mix. */
function withLock(state: string, task: () => void): void {
  mkdirSync(state, { recursive: true })
  const deadline = Date.now() + 2 * STALE
  let unlock: (() => void) | undefined
  while (!unlock) {
    try {
      unlock = lockfile.lockSync(state, { stale: STALE })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error
      if (Date.now() > deadline) throw new HttpError('Another process is writing to the content folder.', 409)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, INTERVAL)
    }
  }
  try {
    task()
  } finally {
    unlock()
  }
}
