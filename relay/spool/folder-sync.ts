import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'

/** Makes the names in a folder durable. Windows has no such call and keeps them by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a folder and syncs whatever had to be made above it. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = folder; at.length >= first.length; at = path.dirname(at)) await syncFolder(path.dirname(at))
}

export interface FolderSync {
  /** Resolves when every name that was in the folder at the call is durable. */
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Group commit for one folder: whoever calls while a sync is under way shares the next one. That one begins
 * after the call, so it covers the caller's rename.
 */
export async function createFolderSync(folder: string): Promise<FolderSync> {
  if (process.platform === 'win32') return { sync: async () => {}, close: async () => {} }
  const handle = await open(folder, 'r')
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    next = undefined
    running = handle.sync().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    sync() {
      if (!running) return begin()
      next ??= running.then(begin, begin)
      return next
    },
    async close() {
      await next?.catch(() => {})
      await running?.catch(() => {})
      await handle.close()
    },
  }
}
