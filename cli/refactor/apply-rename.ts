import { lstatSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { resolveSymlink, writeFiles } from '../content/write-files.ts'
import { exitCodes, Failure } from '../diagnostics/failure.ts'
import { toSystemFailure } from '../diagnostics/system-error.ts'
import type { PlannedChange } from './rename.ts'

/**
 * Moves and writes all files or none. Preserves symbolic links.
 * @param root the parent of the content folder
 * @throws Failure with exit code 3
 */
export function writeChanges(root: string, changes: readonly PlannedChange[]): void {
  const moved: (() => void)[] = []
  const at = (file: string) => path.join(root, file)
  try {
    for (const { file, to } of changes) {
      if (file === to) continue
      if (lstatSync(at(to), { throwIfNoEntry: false })) throw new Failure(`${to} already exists.`, exitCodes.cannotRun)
      mkdirSync(path.dirname(at(to)), { recursive: true })
      renameSync(at(file), at(to))
      moved.push(() => renameSync(at(to), at(file)))
    }
    const written = changes.filter(({ before, after }) => before !== after)
    writeFiles(
      written.map(({ to, after }) => ({ file: to, after })),
      ({ file }) => resolveSymlink(at(file)),
    )
  } catch (error) {
    for (const moveBack of moved.reverse()) moveBack()
    const failure = error instanceof Failure ? error : toSystemFailure(error)
    if (!failure) throw error
    throw new Failure(`${failure.message} No file was changed.`, exitCodes.cannotRun)
  }
}
