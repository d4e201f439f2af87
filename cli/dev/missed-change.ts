import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds to wait: longer than the 50 ms for which chokidar ignores further changes to the same file. */
const WAIT = 60

/**
 * Reports whether a file changes again while the watcher ignores it.
 * @param wait waits for the given number of milliseconds
 */
export async function hasMissedChange(
  file: string,
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<boolean> {
  const stamp = stampOf(file)
  await wait(WAIT)
  return stampOf(file) !== stamp
}

/** Returns a string that identifies the current state of a file. All missing files have the same state. */
function stampOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return [mtimeMs, size, ino].join()
}
