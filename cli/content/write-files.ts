import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exit, Failure } from '../diagnostics/failure.ts'
import { reasonOf } from '../diagnostics/system-error.ts'

export interface Write {
  /** Path as displayed. */
  file: string
  /** New content; undefined deletes the file. */
  after?: Buffer | string | undefined
}

/** Thrown if a file cannot be written; the message states the file and the reason. */
export class WriteError extends Failure {
  constructor(file: string, cause: unknown) {
    super(`${file} was not written: ${reasonOf(cause)}.`, exit.cannotRun)
  }
}

/**
 * Writes all files or none: writes temporary files beside the targets, then renames them. On failure, all changes are
 * undone.
 * @param placeOf returns the absolute path of a file, called right before it is prepared; its errors also undo all
 * @throws WriteError
 */
export function writeFiles<T extends Write>(files: readonly T[], placeOf: (file: T) => string): void {
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

/** Resolves a link, so that writing replaces the target file and not the link. */
export function targetOf(place: string): string {
  return existsSync(place) ? realpathSync(place) : place
}

/** Writes a temporary file beside the target. @returns a function that moves it to the target, or deletes it */
function prepare(place: string, after: Write['after'], undo: (() => void)[]): () => void {
  const old = existsSync(place) ? { mode: statSync(place).mode, bytes: readFileSync(place) } : undefined
  const temporary = path.join(path.dirname(place), `.${path.basename(place)}.new`)
  if (after !== undefined) {
    mkdirSync(path.dirname(place), { recursive: true })
    undo.push(() => rmSync(temporary, { force: true }))
    // An interrupted command may have left one. If it is a link, it is not followed.
    rmSync(temporary, { force: true })
    writeFileSync(temporary, after, { flag: 'wx', ...(old && { mode: old.mode }) })
  }
  return () => {
    if (after === undefined) rmSync(place)
    else renameSync(temporary, place)
    undo.push(() => (old ? writeFileSync(place, old.bytes) : rmSync(place)))
  }
}
