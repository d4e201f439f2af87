import { type Disk, type Saved, versionOf } from './disk.ts'
import { Refused } from './http-errors.ts'
import type { Trial } from './validate.ts'

export interface Result {
  /** Of each file that was written. */
  versions: Record<string, string>
  /** What undo and redo would take back now, in words. */
  undo: string | undefined
  redo: string | undefined
}

/** Enough for thousands of texts, or some pictures. */
const UNDO_BYTES = 50_000_000

/** What was saved together, and is undone together. */
interface Step {
  /** What was done, in a few words. */
  name: string
  files: readonly Saved[]
}

/**
 * Writes files of the content one save after another: each is tried first, then written whole, and can be undone.
 * @param onWritten resolves when pages show them
 * @param undoBytes what undo may keep in memory; the last step is kept in any case
 */
export function createSaves(
  disk: Disk,
  trial: Trial,
  onWritten: (files: readonly string[]) => Promise<unknown>,
  undoBytes = UNDO_BYTES,
) {
  /** The latest steps, to go back and forth in. */
  const [done, undone]: [Step[], Step[]] = [[], []]
  const names = () => ({ undo: done.at(-1)?.name, redo: undone.at(-1)?.name })
  let work: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const result = work.then(task)
    work = result.catch(() => undefined)
    return result
  }
  async function write(files: readonly Saved[], remember: () => void): Promise<Result> {
    await trial.check(files)
    disk.write(files)
    remember()
    await onWritten(files.map(({ file }) => file))
    return resultOf(files)
  }
  function resultOf(files: readonly Saved[]): Result {
    return {
      versions: Object.fromEntries(files.map(({ file, after }) => [file, versionOf(after)])),
      ...names(),
    }
  }

  return {
    /** @param make what is to be written, told when it is its turn; files that stay as they are need not be */
    put: (name: string, make: () => readonly Saved[] | Promise<readonly Saved[]>): Promise<Result> =>
      inTurn(async () => {
        const files = await make()
        const changed = files.filter(({ before, after }) => versionOf(before) !== versionOf(after))
        const remember = () => {
          done.push({ name, files: changed })
          undone.length = 0
          while (done.length > 1 && bytesOf(done) > undoBytes) done.shift()
        }
        if (changed.length > 0) await write(changed, remember)
        return resultOf(files)
      }),
    names,
    /** Undoes the last save, or redoes it. @throws Refused if a file was changed since, or the check finds an error */
    step: (way: 'undo' | 'redo'): Promise<Result> =>
      inTurn(async () => {
        const [from, to] = way === 'undo' ? [done, undone] : [undone, done]
        const step = from.at(-1)
        if (!step) throw new Refused(`There is nothing to ${way}.`, 409)
        const back = ({ file, before, after }: Saved) => ({ file, before: after, after: before })
        const files = way === 'redo' ? step.files : step.files.map(back)
        const remember = () => {
          from.pop()
          to.push(step)
        }
        return write(files, remember).catch((error: unknown) => {
          if (error instanceof Refused)
            error.message = `Nothing was ${way === 'undo' ? 'undone' : 'redone'}: ${error.message}`
          throw error
        })
      }),
  }
}

function bytesOf(steps: readonly Step[]): number {
  const buffers = steps.flatMap(({ files }) => files.flatMap(({ before, after }) => [before, after]))
  return buffers.reduce((sum, buffer) => sum + (buffer?.length ?? 0), 0)
}
