import type { Alert } from '../alert.ts'
import type { Clock } from '../clock.ts'
import type { Store } from './store.ts'

export interface FolderStoreOptions {
  /** The spool. Made when it is missing; all of it must be on one file system. */
  folder: string
  clock: Clock
  /** Names of the targets that are set up. What waits for another one stays where it is. */
  targets: readonly string[]
  retention: { doneDays: number; spamDays: number }
  onAlert?: (alert: Alert) => void
}

/**
 * Opens the spool folder as its only writer and makes it ready: leftovers are swept, every entry is
 * verified, interrupted deliveries wait again.
 * @throws SpoolInUse when another process has it open
 */
export async function openFolderStore(_options: FolderStoreOptions): Promise<Store> {
  throw new Error('not written yet')
}
