import { statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watch } from 'chokidar'

/** Editors write a file in several steps; what comes within this time is one save. In milliseconds. */
const TOGETHER = 12
/** A file that is empty or gone is mostly half written, or between its old and its new self: it gets this long to be whole. */
const HALF_WRITTEN = 60
/** For 50 ms after a change of a file chokidar drops what else happens to it: then we look ourselves. In milliseconds. */
const UNSEEN = 60

/**
 * Tells of every save below a folder, once. No `awaitWriteFinish`, which would cost two seconds: whoever is
 * told compares contents, so that being told too often does no harm.
 * @returns resolves when the folder is watched
 */
export function watchFolder(folder: string, onSave: (files: Set<string>) => void): Promise<{ close(): Promise<void> }> {
  let touched = new Set<string>()
  let waiting = false
  const watcher = watch(folder, { ignoreInitial: true, atomic: false })
  const gather = async (file: string) => {
    touched.add(path.resolve(file))
    if (waiting) return
    waiting = true
    await wait(TOGETHER)
    if ([...touched].some(isEmptyOrGone)) await wait(HALF_WRITTEN)
    waiting = false
    const files = touched
    touched = new Set()
    const stamps = new Map([...files].map((name) => [name, stampOf(name)]))
    onSave(files)
    await wait(UNSEEN)
    for (const [name, stamp] of stamps) if (stampOf(name) !== stamp) void gather(name)
  }
  watcher.on('all', (_event, file) => void gather(file))
  return new Promise((resolve, reject) => {
    watcher.once('ready', () => resolve({ close: () => watcher.close() }))
    watcher.once('error', reject)
  })
}

/** Another one when the file was written, and one for all that are not there. */
function stampOf(file: string): string {
  const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return [mtimeMs, size, ino].join()
}

/** Of what editors leave beside content for a moment, nothing is expected. */
function isEmptyOrGone(file: string): boolean {
  return /\.(?:yaml|md)$/.test(file) && !statSync(file, { throwIfNoEntry: false })?.size
}
