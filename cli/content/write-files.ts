import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exit, Failure } from '../diagnostics/failure.ts'
import { reasonOf } from '../diagnostics/system-error.ts'

export interface Write {
  /** As people know it. */
  file: string
  /** What it says then; undefined where it goes. */
  after?: Buffer | string | undefined
}

/** The system refused to write a file; the message says which and why. */
export class Unwritten extends Failure {
  constructor(file: string, cause: unknown) {
    super(`${file} was not written: ${reasonOf(cause)}.`, exit.cannotRun)
  }
}

/**
 * Writes all files or none: each beside the one whose place it takes, then all into their places. What was done before
 * something fails is undone.
 * @param placeOf the absolute place of a file, asked for right before it is prepared; what it throws ends it, too
 * @throws Unwritten
 */
export function writeFiles<T extends Write>(files: readonly T[], placeOf: (one: T) => string): void {
  const undo: (() => void)[] = []
  let at = ''
  try {
    const ready = files.map((one) => {
      at = one.file
      return { file: at, put: prepare(placeOf(one), one.after, undo) }
    })
    for (const { file, put } of ready) {
      at = file
      put()
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw (error as NodeJS.ErrnoException).code === undefined ? error : new Unwritten(at, error)
  }
}

/** The file that a link leads to, so that writing replaces that file and not the link. */
export function targetOf(place: string): string {
  return existsSync(place) ? realpathSync(place) : place
}

/** Writes a file beside its place. @returns what puts it there */
function prepare(place: string, after: Write['after'], undo: (() => void)[]): () => void {
  const old = existsSync(place) ? { mode: statSync(place).mode, bytes: readFileSync(place) } : undefined
  const beside = path.join(path.dirname(place), `.${path.basename(place)}.new`)
  if (after !== undefined) {
    mkdirSync(path.dirname(place), { recursive: true })
    undo.push(() => rmSync(beside, { force: true }))
    // One may be left of a command that was cut off; where it is a link, it is not followed.
    rmSync(beside, { force: true })
    writeFileSync(beside, after, { flag: 'wx', ...(old && { mode: old.mode }) })
  }
  return () => {
    if (after === undefined) rmSync(place)
    else renameSync(beside, place)
    undo.push(() => (old ? writeFileSync(place, old.bytes) : rmSync(place)))
  }
}
