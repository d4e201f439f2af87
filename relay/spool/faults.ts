import { stat } from 'node:fs/promises'

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
