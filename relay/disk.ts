import { mkdir, mkdtemp, open, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Options for `writeFile` that create a file only this user can access and sync it after writing. */
export const SYNCED_FILE_OPTIONS = { flag: 'wx', mode: 0o600, flush: true }

/** Fsyncs a folder, which makes the file names in it durable. Not available and not needed on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Adds the path, which Node omits.
    ;(error as Error).message += ` '${folder}'`
    throw error
  } finally {
    await handle.close()
  }
}

/**
 * Creates a folder and its parents, and syncs them so that they survive a power cut.
 * @returns false if the folder already existed
 */
export async function createFolder(folder: string): Promise<boolean> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return false
  for (let created = folder; created.length >= first.length; created = path.dirname(created))
    await syncFolder(path.dirname(created))
  return true
}

/** Syncs a folder. Resolves when the names that were in the folder at the time of the call are durable. */
export type GroupSync = (folder: string) => Promise<void>

/**
 * Creates a function that groups syncs. Calls made while a folder is being synced share its next sync. That sync starts
 * after the callers' renames, so it makes them durable.
 */
export function createGroupSync(): GroupSync {
  const folders = new Map<string, { running: Promise<void>; next: Promise<void> | undefined }>()
  return (folder) => {
    const begin = (): Promise<void> => {
      const running = syncFolder(folder)
      const turn = { running, next: undefined }
      folders.set(folder, turn)
      const end = (): void => {
        if (folders.get(folder) === turn && !turn.next) folders.delete(folder)
      }
      running.then(end, end)
      return running
    }
    const turn = folders.get(folder)
    if (!turn) return begin()
    turn.next ??= turn.running.then(begin, begin)
    return turn.next
  }
}

/** Codes of disk and process errors that affect all entries, not only the current one. */
const GLOBAL_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])

export function affectsAllEntries(error: unknown): boolean {
  return GLOBAL_ERRORS.has((error as NodeJS.ErrnoException).code ?? '')
}

/** Reports whether a path exists. @throws any error except ENOENT */
export async function pathExists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/**
 * Returns the reason why the current user cannot create the folder or write to it; undefined if there is none. Does not
 * create the folder.
 */
export async function findFolderProblem(folder: string): Promise<string | undefined> {
  try {
    const probe = await mkdtemp(path.join(await nearest(folder), '.relay-check-'))
    // Tries again, because a single error of the disk would leave the probe behind.
    await rmdir(probe).catch(() => rmdir(probe))
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `${folder} cannot be created or written to by the current user (${code}).`
  }
}

/** Returns the folder or its nearest existing parent. */
async function nearest(folder: string): Promise<string> {
  const above = path.dirname(folder)
  return (await pathExists(folder)) || above === folder ? folder : nearest(above)
}
