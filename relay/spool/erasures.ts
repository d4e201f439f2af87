import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createFolder, SYNCED_FILE_OPTIONS, syncFolder } from '../disk.ts'
import { isId } from '../store/ids.ts'
import type { ErasureRecords } from '../store/store.ts'

/**
 * Opens a spool's records of erased submissions, which keep a restored backup from bringing them back. Each record is a
 * file in `erased`, named after the submission's id. It contains the time of the erasure and no personal data.
 */
export function openErasureRecords(spool: string): ErasureRecords {
  const folder = path.join(spool, 'erased')
  return {
    async list() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return new Set(names.filter(isId))
    },
    async add(ids, now) {
      const valid = ids.filter(isId)
      if (valid.length === 0) return
      await createFolder(folder)
      for (const id of valid)
        await writeFile(path.join(folder, id), `${new Date(now).toISOString()}\n`, SYNCED_FILE_OPTIONS).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'EEXIST') throw error
          },
        )
      await syncFolder(folder)
    },
  }
}
