import { appendFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../clock.ts'
import { createFolder } from './disk.ts'

/**
 * Counts the uses of links. Each link has a file, whose size in bytes is the sum of the amounts passed to `addUse`.
 * File names begin with the time when the link expires; the files of expired links are deleted.
 */
export function createLinkUseCounter(folder: string, clock: Clock) {
  return {
    async countUses(link: string): Promise<number> {
      return (await stat(path.join(folder, link)).catch(() => undefined))?.size ?? 0
    },
    async addUse(link: string, amount: number): Promise<void> {
      await createFolder(folder)
      for (const old of await readdir(folder))
        if (Number.parseInt(old, 10) < clock.now()) await rm(path.join(folder, old), { force: true })
      await appendFile(path.join(folder, link), '.'.repeat(amount))
    },
  }
}
