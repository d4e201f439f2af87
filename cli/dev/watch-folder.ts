import { lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { watch } from 'chokidar'
import { writtenUnseen } from './written-unseen.ts'

/** Editors write a file in several steps; what comes within this time is one save. In milliseconds. */
const TOGETHER = 12
/** A file that is empty or gone is mostly half written, or between its old and its new self: it gets this long to be whole. */
const HALF_WRITTEN = 60
/** A checkout or a copy writes many files one after another: as long as more come, they are one save. */
const ROUNDS = 50

/**
 * Tells of every save below a folder, once, also when the folder itself goes away and comes back. No `awaitWriteFinish`, which would cost two seconds: whoever is
 * told compares contents, so that being told too often does no harm.
 * @param folder absolute
 * @param wait milliseconds
 * @returns resolves when the folder is watched
 */
export function watchFolder(
  folder: string,
  onSave: (files: Set<string>) => void,
  wait: (milliseconds: number) => Promise<unknown> = setTimeout,
): Promise<{ close(): Promise<void> }> {
  let touched = new Set<string>()
  let waiting = false
  const home = path.dirname(folder)
  const isInside = (file: string) => file === folder || file.startsWith(folder + path.sep)
  // From above, where it can be seen that the folder has come back.
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
      await wait(TOGETHER)
    }
    if ([...touched].some(isEmptyOrGone)) await wait(HALF_WRITTEN)
    waiting = false
    const files = touched
    touched = new Set()
    const unseen = [...files].map(async (name) => (await writtenUnseen(name, wait)) && gather(name))
    onSave(files)
    await Promise.all(unseen)
  }
  watcher.on('all', (_event, file) => void gather(file))
  // Of links that lead nowhere chokidar tells nothing: neither that they are there, nor that they are gone.
  watcher.on('raw', (_event, name, details) => {
    const { watchedPath } = details as { watchedPath?: string }
    if (!name || !watchedPath || !statSync(watchedPath, { throwIfNoEntry: false })?.isDirectory()) return
    const file = path.resolve(watchedPath, name)
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (isInside(file) && (!found || found.isSymbolicLink())) void gather(file)
  })
  return new Promise((resolve, reject) => {
    watcher.once('ready', () => resolve({ close: () => watcher.close() }))
    watcher.once('error', reject)
  })
}

/** Of what editors leave beside content for a moment, nothing is expected. */
function isEmptyOrGone(file: string): boolean {
  return /\.(?:yaml|md)$/.test(file) && !statSync(file, { throwIfNoEntry: false })?.size
}
