import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import lockfile from 'proper-lockfile'
import { exitCodes, Failure } from '../diagnostics/failure.ts'

/** Milliseconds after which a killed process's lock expires. */
const STALE = 5000

/** Name of the file that contains the process id of the current build. */
export const LOCK_FILE = '.building'

/** Paths of the lock files held by this process. */
const held = new Set<string>()

/**
 * Locks a folder for a build by writing a file with the process id. Replaces the lock file of a killed build.
 * @returns a function that releases the lock
 * @throws Failure if another build is writing to the folder
 */
export async function lockOutput(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  const file = path.resolve(folder, LOCK_FILE)
  // Keeps other builds out while this one reads and replaces the lock file.
  const unlock = await lockfile.lock(folder, {
    lockfilePath: `${file}.lock`,
    stale: STALE,
    retries: { retries: 500, factor: 1, minTimeout: 20 },
  })
  try {
    const owner = readOwner(file)
    if (isRunning(owner, file))
      throw new Failure(
        `Another build (process ${owner}) is writing to ${path.dirname(file)}. Wait for it to finish, or choose another folder with --out.\nIf no such build is running, delete ${file}.`,
        exitCodes.cannotRun,
      )
    writeFileSync(file, String(process.pid))
    held.add(file)
  } finally {
    await unlock()
  }
  return () => {
    held.delete(file)
    rmSync(file, { force: true })
  }
}

/** Reports whether a build is writing to a folder. */
export function isBuilding(folder: string): boolean {
  const file = path.resolve(folder, LOCK_FILE)
  return isRunning(readOwner(file), file)
}

/** Returns the process id in the lock file; 0 if there is no file. */
function readOwner(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

/** Reports whether a lock's owner is running. Containers reuse ids: a killed build may have had this process's id. */
function isRunning(owner: number, file: string): boolean {
  if (owner === process.pid) return held.has(file)
  if (!(owner > 0)) return false
  try {
    return process.kill(owner, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
