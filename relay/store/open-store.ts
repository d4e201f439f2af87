import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Alert } from '../monitoring/alerts.ts'
import { openFolderReader } from '../spool/folder-reader.ts'
import { openFolderStore } from '../spool/folder-store.ts'
import { targetNames } from '../targets/targets.ts'
import type { Store, StoreReader } from './store.ts'

/** What says which store is used, and how. */
export type StoreConfig = Pick<Config, 'spool' | 'targets' | 'retention'>

/** What says where it is. */
export type ReaderConfig = Pick<Config, 'spool'>

interface StoreOptions {
  clock: Clock
  onAlert?: (alert: Alert) => void
}

/** Opens the store that is set up, to take and deliver. @throws SpoolInUse when another relay has it for itself */
export function openStore({ spool, targets, retention }: StoreConfig, options: StoreOptions): Promise<Store> {
  return openFolderStore({ folder: spool, targets: targetNames(targets), retention, ...options })
}

/** Opens the store that is set up, to look. @throws Error in words for the operator when there is none */
export function openReader({ spool }: ReaderConfig): Promise<StoreReader> {
  return openFolderReader(spool)
}
