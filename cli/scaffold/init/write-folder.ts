import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exitCodes, Failure, toSystemFailure } from '../../diagnostics/failure.ts'

/** @throws Failure with exit code 2 if the folder exists and is not empty */
export function checkFolderIsEmpty(folder: string, shown: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new Failure(`${shown} is a file; nothing was written.`, exitCodes.usage)
  if (!isEmpty(folder))
    throw new Failure(`${shown} is not empty; nothing was written. Choose a new folder.`, exitCodes.usage)
}

/** Reports whether a folder is empty. An unreadable folder counts as not empty. */
function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}

/**
 * Creates a folder with these files, and any missing parent folders, or creates nothing. Writes a temporary folder
 * first, checks it, and renames it.
 * @param check throws if the files are invalid
 * @throws Failure with exit code 3 if the files cannot be written
 */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  check: (folder: string) => Promise<void>,
): Promise<void> {
  const parent = path.dirname(folder)
  let createdParent: string | undefined
  let temporary: string | undefined
  try {
    createdParent = mkdirSync(parent, { recursive: true })
    temporary = mkdtempSync(path.join(parent, '.init-'))
    const draft = path.join(temporary, path.basename(folder))
    for (const [file, text] of files) {
      const target = path.join(draft, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
    await check(draft)
    renameSync(draft, folder)
    createdParent = undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    const { message } = toSystemFailure(error, folder) ?? (error as Error)
    throw new Failure(`Nothing was written: ${message}`, exitCodes.cannotRun)
  } finally {
    for (const leftover of [temporary, createdParent]) if (leftover) rmSync(leftover, { recursive: true, force: true })
  }
}
