import { lstatSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { watch } from 'chokidar'

/** Changes within this many milliseconds count as one save, because editors write a file in several steps. */
const SAVE_WINDOW = 12
/** Milliseconds to wait for a file that is empty or missing, because it is probably still being written. */
const WRITE_WAIT = 60
/** Milliseconds to wait before rechecking a file: longer than the 50 ms for which chokidar ignores changes to it. */
const RECHECK_WAIT = 60
/** Maximum number of waits for further changes, for example during a checkout. */
const ROUNDS = 50

type Wait = (milliseconds: number) => Promise<unknown>

/**
 * Reports saves in a folder, even after the folder has been removed and created again. Does not use chokidar's
 * `awaitWriteFinish` option, which waits two seconds. Extra reports are harmless, because callers compare contents.
 * @param folder absolute path
 * @returns a promise that resolves to the watcher once the folder is being watched
 */
export function watchFolder(folder: string, onSave: (files: Set<string>) => void, wait: Wait = setTimeout) {
  let touched = new Set<string>()
  let waiting = false
  const home = path.dirname(folder)
  const isInside = (file: string) => file === folder || file.startsWith(folder + path.sep)
  // Watch the parent folder, to notice when the folder is created again.
  const watcher = watch(home, {
    ignoreInitial: true,
    atomic: false,
    ignored: (file) => path.resolve(file) !== home && !isInside(path.resolve(file)),
  })
  const gather = async (file: string) => {
    touched.add(path.resolve(file))
    if (waiting) return
    waiting = true
    for (let round = 0, known = 0; touched.size > known && round < ROUNDS; round += 1) {
      known = touched.size
      await wait(SAVE_WINDOW)
    }
    if ([...touched].some(isEmptyOrMissing)) await wait(WRITE_WAIT)
    waiting = false
    const files = touched
    touched = new Set()
    const missed = [...files].map(async (name) => (await hasMissedChange(name, wait)) && gather(name))
    onSave(files)
    await Promise.all(missed)
  }
  watcher.on('all', (_event, file) => void gather(file))
  // chokidar does not report changes to dangling symlinks.
  watcher.on('raw', (_event, name, details) => {
    const { watchedPath } = details as { watchedPath?: string }
    if (!name || !watchedPath || !readStats(watchedPath)?.isDirectory()) return
    const file = path.resolve(watchedPath, name)
    const found = readStats(file, lstatSync)
    if (isInside(file) && (!found || found.isSymbolicLink())) void gather(file)
  })
  return new Promise<{ close(): Promise<void> }>((resolve, reject) => {
    watcher.once('ready', () => resolve({ close: () => watcher.close() }))
    // Keeps listening, because Node would end the process at an error without a listener. An error of one file, such
    // as a link to itself, does not affect the others.
    watcher.on('error', reject)
  })
}

/** Reports whether a file changes again while the watcher ignores it. */
export async function hasMissedChange(file: string, wait: Wait = setTimeout): Promise<boolean> {
  const stamp = stampOf(file)
  await wait(RECHECK_WAIT)
  return stampOf(file) !== stamp
}

/**
 * Returns the metadata of a file; undefined if it is missing or cannot be read, such as a link to itself. While a file
 * is replaced, chokidar also reports a path below that file.
 */
function readStats(file: string, read: (file: string) => Stats = statSync): Stats | undefined {
  try {
    return read(file)
  } catch {
    return undefined
  }
}

/** Returns a string that identifies the current state of a file. All missing files have the same state. */
function stampOf(file: string): string {
  const { mtimeMs, size, ino } = readStats(file) ?? {}
  return [mtimeMs, size, ino].join()
}

/** Reports whether a content file is empty or missing. Ignores temporary files that editors create. */
function isEmptyOrMissing(file: string): boolean {
  return /\.(?:yaml|md)$/.test(file) && !readStats(file)?.size
}
