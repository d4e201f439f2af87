import { listNewErrors } from '../../diagnostics/problem.ts'
import type { CheckedContent, SavedContent } from '../../engine/load.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { computeVersion, type FileWrite, type SafeStore, type WriteOptions } from './content-store.ts'
import { HttpError, OutdatedCheckError, placeProblem, ValidationError } from './http-errors.ts'

export interface SaveResult {
  /** Hash of each saved file, keyed by path. */
  versions: Record<string, string>
  /** Labels of the next undo and redo steps. */
  undo: string | undefined
  redo: string | undefined
}

export type StepResult = SaveResult & { move: FileMove }

/** A content file and the address of its page. */
export interface FilePage {
  file: string
  address?: string | undefined
}

/** The file that a step creates, renames or deletes, before and after the step. */
export interface FileMove {
  from?: FilePage | undefined
  to?: FilePage | undefined
}

/** Files to write, planned after earlier saves have finished. */
export interface Save<T = unknown> {
  /** Label of the undo step. */
  name: string
  files: readonly FileWrite[]
  move?: FileMove | undefined
  /** How to write the files, if they have been checked already. */
  write?: WriteOptions
  /** Properties to add to the result. */
  extra?: T
}

/** Memory limit of the undo history in bytes, enough for thousands of text changes or a few images. */
const UNDO_BYTES = 50_000_000

/** Maximum number of checks of a save. More are needed only if the content changes all the time. */
const MAX_CHECKS = 10

/** Files that were saved together and are undone together. */
type Step = Pick<Save, 'name' | 'files' | 'move'>

interface SaveQueueOptions {
  /** Checks the saved content. Without it, saves are not checked. */
  check?: () => Promise<SavedContent>
  /** Resolves when the pages have been updated. */
  onWritten?: (files: readonly string[]) => Promise<unknown>
  /** Memory limit of the undo history. The last step is kept even if it is larger. */
  undoBytes?: number
}

/** Plans, checks, writes and undoes saves, one at a time. */
export function createSaveQueue(
  disk: Pick<SafeStore, 'write'>,
  { check, onWritten, undoBytes = UNDO_BYTES }: SaveQueueOptions = {},
) {
  const done: Step[] = []
  const undone: Step[] = []
  /** Returns the labels of the next undo and redo steps. */
  const names = () => ({ undo: done.at(-1)?.name, redo: undone.at(-1)?.name })
  const queue = createSerialQueue()
  const inTurn = <T>(task: () => Promise<T>) => queue(() => checkUntilCurrent(task))
  async function write(files: readonly FileWrite[], remember: () => void, options?: WriteOptions): Promise<SaveResult> {
    await disk.write(files, options ?? { checked: await checkWrites(files) })
    remember()
    await onWritten?.(files.map(({ file }) => file))
    return resultOf(files)
  }
  /** @returns the content with which the files were checked */
  async function checkWrites(files: readonly FileWrite[]) {
    const before = await check?.()
    if (before) requireNoNewErrors(before, await before.dryRun(new Map(files.map(({ file, after }) => [file, after]))))
    return before?.files
  }
  function resultOf(files: readonly FileWrite[]): SaveResult {
    const versions = Object.fromEntries(files.map(({ file, after }) => [file, computeVersion(after)]))
    return { versions, ...names() }
  }

  return {
    /**
     * Writes the files that have changed.
     * @param plan called after earlier saves have finished, and again if other content changes before the write
     */
    put: <T>(plan: () => Save<T> | Promise<Save<T>>): Promise<SaveResult & T> =>
      inTurn(async () => {
        const { name, files, move, write: options, extra } = await plan()
        const changed = files.filter(({ before, after }) => computeVersion(before) !== computeVersion(after))
        const remember = () => {
          done.push({ name, files: changed, move })
          undone.length = 0
          while (done.length > 1 && bytesOf(done) > undoBytes) done.shift()
        }
        if (changed.length > 0) await write(changed, remember, options)
        else if (options) await disk.write([], options)
        return { ...resultOf(files), ...(extra as T) }
      }),
    names,
    /** Undoes or redoes a save. @throws HttpError if a file has changed since then, or if the check finds an error */
    step: (direction: 'undo' | 'redo'): Promise<StepResult> =>
      inTurn(async () => {
        const [from, to] = direction === 'undo' ? [done, undone] : [undone, done]
        const step = from.at(-1)
        if (!step) throw new HttpError(`Nothing to ${direction}.`, 409)
        const reverse = ({ file, before, after }: FileWrite) => ({ file, before: after, after: before })
        const files = direction === 'redo' ? step.files : step.files.map(reverse)
        const remember = () => {
          from.pop()
          to.push(step)
        }
        const result = await write(files, remember).catch((error: unknown) => {
          if (error instanceof HttpError) error.message = `Could not ${direction}: ${error.message}`
          throw error
        })
        const { move = {} } = step
        return { ...result, move: direction === 'redo' ? move : { from: move.to, to: move.from } }
      }),
  }
}

/** Checks changes with the rules of `site check`. @throws ValidationError if they introduce an error */
export function requireNoNewErrors(before: CheckedContent, after: CheckedContent): void {
  if (after.content) return
  const found = listNewErrors(before.problems, after.problems)
  if (found.length > 0) throw new ValidationError(found.map((problem) => placeProblem(problem, after)))
  if (before.content) throw new HttpError('The site cannot be built without this file.')
}

/** Runs a task that plans, checks and writes a save. Runs it again if other content changes between check and write. */
async function checkUntilCurrent<T>(task: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1)
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof OutdatedCheckError) || count === MAX_CHECKS) throw error
    }
}

function bytesOf(steps: readonly Step[]): number {
  const buffers = steps.flatMap(({ files }) => files.flatMap(({ before, after }) => [before, after]))
  return buffers.reduce((sum, buffer) => sum + (buffer?.length ?? 0), 0)
}
