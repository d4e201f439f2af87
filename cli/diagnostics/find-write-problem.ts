import { existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { describeSystemError } from './failure.ts'

/**
 * Returns why a folder, or the parent in which it would be created, is not writable; undefined if it is. Tests this by
 * writing, because access(2) does not reflect the permissions of Windows and network file systems.
 */
export function findWriteProblem(folder: string): string | undefined {
  let existing = folder
  while (!existsSync(existing)) existing = path.dirname(existing)
  try {
    rmdirSync(mkdtempSync(path.join(existing, '.northshelf-')))
    return undefined
  } catch (error) {
    return `Cannot write to ${existing}: ${describeSystemError(error)}.`
  }
}
