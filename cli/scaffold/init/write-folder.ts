import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exit, Failure } from '../../diagnostics/failure.ts'
import { systemFailure } from '../../diagnostics/system-error.ts'

/** @throws Failure with exit code 2 when a new folder cannot be there */
export function refuseTaken(folder: string, shown: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new Failure(`${shown} is a file; nothing was written.`, exit.usage)
  if (!isEmpty(folder))
    throw new Failure(`${shown} has something in it; nothing was written. Name a new folder.`, exit.usage)
}

/** What may not be read has something in it, for all we know. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}

/**
 * Makes a folder with these files, or nothing at all: they are written beside it, looked at there, and only then take
 * its place. What is not there above it is made as well.
 * @param look throws when the files will not do
 * @throws Failure with exit code 3 when the system does not let it be written
 */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  look: (folder: string) => Promise<void>,
): Promise<void> {
  const parent = path.dirname(folder)
  let made: string | undefined
  let beside: string | undefined
  try {
    made = mkdirSync(parent, { recursive: true })
    beside = mkdtempSync(path.join(parent, '.init-'))
    const draft = path.join(beside, path.basename(folder))
    for (const [file, text] of files) {
      const target = path.join(draft, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
    await look(draft)
    renameSync(draft, folder)
    made = undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    const { message } = systemFailure(error, folder) ?? (error as Error)
    throw new Failure(`Nothing was written: ${message}`, exit.cannotRun)
  } finally {
    for (const left of [beside, made]) if (left) rmSync(left, { recursive: true, force: true })
  }
}
