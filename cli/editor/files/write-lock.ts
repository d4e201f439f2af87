import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { cacheRoot, hash } from '../../cache.mjs'
import { findWriteProblem } from '../../diagnostics/find-write-problem.ts'
import { HttpError } from './http-errors.ts'

/** Milliseconds after which a killed process's lock expires. */
const STALE = 5000
/** Tries to get the lock every 10 ms, for 10 s. Other processes hold it for a few milliseconds. */
const ATTEMPTS = { retries: 1000, factor: 1, minTimeout: 10 }

/**
 * Runs a task while no other task of this or another process writes to a content folder.
 * @param state the content folder's state folder
 * @throws HttpError if another process does not finish
 */
export async function withWriteLock<T>(state: string, task: () => T | Promise<T>): Promise<T> {
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

/** Returns why no content can be saved in a folder; undefined if it can. */
export function findWriteObstacle(folder: string): string | undefined {
  return [folder, findStateFolder(folder)].map(findWriteProblem).find((problem) => problem !== undefined)
}

/**
 * Returns the folder for the lock and the journal. It is next to the content folder, because projects that share a
 * content folder must also share the lock; in the project's cache if nothing can be written there.
 */
export function findStateFolder(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : folder
  const shared = path.join(path.dirname(real), '.northshelf', 'writes', path.basename(real))
  return findWriteProblem(shared) ? path.join(cacheRoot, 'writes', hash(real)) : shared
}
