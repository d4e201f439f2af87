import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeSystemError, exitCodes, Failure } from '../diagnostics/failure.ts'
import { type ContentFiles, toInnerPath } from './content-files.ts'
import { splitByteOrderMark } from './decode-text.ts'

interface PendingWrite {
  /** Path as shown to users. */
  file: string
  /** New content; undefined to delete the file. */
  after?: Buffer | string | undefined
}

/** Thrown if a file cannot be written. The message states the file and the reason. */
export class WriteError extends Failure {
  constructor(file: string, cause: unknown) {
    super(`${file} was not written: ${describeSystemError(cause)}.`, exitCodes.cannotRun)
  }
}

/**
 * Writes all files or none. Writes temporary files next to the targets, then renames them; undoes all changes if a step
 * fails.
 * @param placeOf returns the absolute path of a file; called just before the file is prepared. If it throws, all
 * changes are undone.
 * @throws WriteError
 */
export function writeFiles<T extends PendingWrite>(files: readonly T[], placeOf: (file: T) => string): void {
  const undo: (() => void)[] = []
  let currentFile = ''
  try {
    const ready = files.map((write) => {
      currentFile = write.file
      return { file: currentFile, put: prepare(placeOf(write), write.after, undo) }
    })
    for (const { file, put } of ready) {
      currentFile = file
      put()
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw (error as NodeJS.ErrnoException).code === undefined ? error : new WriteError(currentFile, error)
  }
}

/**
 * Rereads a file before it is edited, and checks that its text is still `text`, because the edits' offsets refer to it.
 * @returns the complete content, its byte order mark and its text
 * @throws Failure with exit code 1 if the text has changed
 */
export function readFileIfUnchanged(
  files: Pick<ContentFiles, 'read'>,
  { file, text }: { file: string; text: string | undefined },
) {
  const before = files.read(toInnerPath(file)).toString('utf8')
  const current = splitByteOrderMark(before)
  if (current.text !== text) {
    const message = `${file} has changed since it was read. Nothing was written. Run the command again.`
    throw new Failure(message, exitCodes.problems)
  }
  return { before, ...current }
}

/** Resolves a symlink, so that writing replaces its target rather than the link. */
export function resolveSymlink(place: string): string {
  return existsSync(place) ? realpathSync(place) : place
}

/** Writes a temporary file next to the target. @returns a function that moves it there, or deletes the target */
function prepare(place: string, after: PendingWrite['after'], undo: (() => void)[]): () => void {
  const old = existsSync(place) ? { mode: statSync(place).mode, bytes: readFileSync(place) } : undefined
  const temporary = path.join(path.dirname(place), `.${path.basename(place)}.new`)
  if (after !== undefined) {
    mkdirSync(path.dirname(place), { recursive: true })
    undo.push(() => rmSync(temporary, { force: true }))
    // An interrupted command may have left a temporary file. If it is a symlink, this removes the link, not its target.
    rmSync(temporary, { force: true })
    writeFileSync(temporary, after, { flag: 'wx', ...(old && { mode: old.mode }) })
  }
  return () => {
    if (after === undefined) rmSync(place)
    else renameSync(temporary, place)
    undo.push(() => (old ? writeFileSync(place, old.bytes) : rmSync(place)))
  }
}
