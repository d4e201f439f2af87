import { constants, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'northshelf-scratch-'
/** Copies older than this, in milliseconds, were left by killed processes. */
const ABANDONED = 60 * 60 * 1000

/**
 * Copies the files of a content folder that are read as content to a temporary folder, which is removed afterwards.
 * @param use is called with the absolute path of the copy, which has the same name, and an empty folder for caches
 */
export async function withScratchCopy<T>(folder: string, use: (copy: string, cache: string) => Promise<T>): Promise<T> {
  removeAbandoned()
  const temporary = mkdtempSync(path.join(tmpdir(), PREFIX))
  const remove = () => rmSync(temporary, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const copy = path.join(temporary, path.basename(folder))
    copyFolder(folder, copy, true)
    return await use(copy, path.join(temporary, 'cache'))
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** Copies a folder without hidden files. Like the content reader, follows links to folders only at the top level. */
function copyFolder(from: string, to: string, isMain: boolean): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    const stats = statSync(source, { throwIfNoEntry: false })
    if (entry.name.startsWith('.') || !stats) continue
    if (stats.isFile()) copyFileSync(source, target, constants.COPYFILE_FICLONE)
    else if (stats.isDirectory() && (isMain || !entry.isSymbolicLink())) copyFolder(source, target, false)
  }
}

/** Removes copies that killed processes left. Skips copies of other users. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name)
    try {
      if (statSync(folder).mtimeMs < Date.now() - ABANDONED) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user owns the copy, or another process is removing it.
    }
  }
}
