import { cpSync, lstatSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Copies a content folder to a temporary folder, which is removed afterwards. Leaves out hidden files, and symbolic
 * links that lead out of the folder.
 * @param use is called with the absolute path of the copy, which has the same name, and an empty folder for caches
 */
export async function withScratchCopy<T>(folder: string, use: (copy: string, cache: string) => Promise<T>): Promise<T> {
  const temporary = mkdtempSync(path.join(realpathSync(tmpdir()), 'northshelf-'))
  const remove = () => rmSync(temporary, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const copy = path.join(temporary, path.basename(folder))
    cpSync(folder, copy, { recursive: true, dereference: true, filter: createFilter(folder) })
    return await use(copy, path.join(temporary, 'cache'))
  } finally {
    process.off('exit', remove)
    remove()
  }
}

function createFilter(folder: string): (source: string) => boolean {
  const root = realpathSync(folder)
  return (source) => {
    if (source === folder) return true
    const stats = statSync(source, { throwIfNoEntry: false })
    if (path.basename(source).startsWith('.') || !(stats?.isFile() || stats?.isDirectory())) return false
    if (!lstatSync(source).isSymbolicLink()) return true
    const target = realpathSync(source)
    // A link to a folder that contains the link would be copied without end.
    const isLoop = stats.isDirectory() && realpathSync(path.dirname(source)).startsWith(target)
    return target.startsWith(root + path.sep) && !isLoop
  }
}
