import { mkdir, mkdtemp, open, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** For `writeFile`: a file that was not there, for this user only, durable once it is written. */
export const NEW_SYNCED = { flag: 'wx', mode: 0o600, flush: true }

/** Makes the names in a folder durable. Windows has no such call and keeps them by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Node does not say where.
    ;(error as Error).message += ` '${folder}'`
    throw error
  } finally {
    await handle.close()
  }
}

/** Makes a folder and syncs whatever had to be made above it. @returns false when it was there */
export async function makeFolder(folder: string): Promise<boolean> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return false
  for (let at = folder; at.length >= first.length; at = path.dirname(at)) await syncFolder(path.dirname(at))
  return true
}

/** Resolves when every name that was in the folder at the call is durable. */
export type GroupSync = (folder: string) => Promise<void>

/**
 * Group commit: whoever calls while a sync of the same folder is under way shares the next one. That one
 * begins after the call, so it covers the caller's rename.
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

/** What fails for every entry alike: the disk or the process, not the entry that met it. */
const EVERYWHERE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])

export function failsEverywhere(error: unknown): boolean {
  return EVERYWHERE.has((error as NodeJS.ErrnoException).code ?? '')
}

/** Whether something has this name. @throws when that cannot be told: only ENOENT means that there is nothing */
export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

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
