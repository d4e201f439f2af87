import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Alert } from '../monitoring/alert.ts'
import { openPostgresChanges } from '../postgres/changes.ts'
import { publicAddress } from '../postgres/database.ts'
import { openPostgresReader } from '../postgres/entries.ts'
import { openKnownDatabases } from '../postgres/known-databases.ts'
import { openPostgresStore } from '../postgres/postgres-store.ts'
import { openFolderReader } from '../spool/folder-reader.ts'
import { openFolderStore } from '../spool/folder-store.ts'
import { targetNames } from '../targets/targets.ts'
import type { Store, StoreReader } from './store.ts'

/** What says which store is used, and how. */
export type StoreConfig = Pick<Config, 'spool' | 'store' | 'targets' | 'retention'> &
  Partial<Pick<Config, 'storeConnections'>>

/** What says where it is. */
export type ReaderConfig = Pick<Config, 'spool' | 'store'>

interface StoreOptions {
  clock: Clock
  onAlert?: (alert: Alert) => void
}

/** Opens the store that is set up, to take and deliver. @throws SpoolInUse when another relay has it for itself */
export async function openStore(config: StoreConfig, options: StoreOptions): Promise<Store> {
  const { spool, store, targets, retention, storeConnections: connections } = config
  const common = { targets: targetNames(targets), retention, ...options }
  const local = await openFolderStore({ folder: spool, ...common })
  if (store === undefined) return local
  return openPostgresStore({ url: store, local, connections, known: openKnownDatabases(spool), ...common })
}

/** Opens the store that is set up, to look. @throws Error in words for the operator when there is none */
export function openReader({ spool, store }: ReaderConfig): Promise<StoreReader> {
  return store === undefined ? openFolderReader(spool) : openPostgresReader(store)
}

/** Opens the store that is set up, to change it beside relays that run; undefined when only the one that has it may. */
export async function openShared({ store }: ReaderConfig) {
  return store === undefined ? undefined : openPostgresChanges(store)
}

/** Where the store is that is set up, for people. */
export function describeStore({ spool, store }: ReaderConfig): string {
  return store === undefined ? spool : publicAddress(store)
}
