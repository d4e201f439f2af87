import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** For 50 ms after a change of a file chokidar drops what else happens to it: then we look ourselves. In milliseconds. */
const UNSEEN = 60

/**
 * Whether a file of which a change was just told is written again, moved or removed while the watcher does not look.
 * @param wait milliseconds
 */
export async function writtenUnseen(
  file: string,
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<boolean> {
  const stamp = stampOf(file)
  await wait(UNSEEN)
  return stampOf(file) !== stamp
}

/** Another one when the file was written, and one for all that are not there. */
function stampOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return [mtimeMs, size, ino].join()
}
