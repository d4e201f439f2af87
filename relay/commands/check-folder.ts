import { mkdtemp, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Why a folder cannot be made or written by this user; undefined when it can. Leaves nothing behind: the folder
 * itself is not made.
 */
export async function checkFolder(folder: string): Promise<string | undefined> {
  try {
    await rmdir(await mkdtemp(path.join(await nearest(folder), '.relay-check-')))
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `${folder} cannot be made or written (${code}) by the user who runs this.`
  }
}

/** The folder itself, or the one above it that is there. */
async function nearest(folder: string): Promise<string> {
  try {
    await stat(folder)
    return folder
  } catch (error) {
    const above = path.dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    return nearest(above)
  }
}
