import type { Config } from './config.ts'
import { redactDatabaseUrl } from './postgres/database.ts'
import { openPostgresReader } from './postgres/entries.ts'
import { openKnownDatabases } from './postgres/known-databases.ts'
import { openPostgresStore } from './postgres/postgres-store.ts'
import { openErasureRecords } from './spool/erasures.ts'
import { openFolderReader } from './spool/folder-reader.ts'
import { type FolderStoreOptions, openFolderStore } from './spool/folder-store.ts'
import type { Retention } from './store/retention.ts'
import type { Store, StoreReader } from './store/store.ts'
import { listTargetNames } from './targets/targets.ts'

export type StoreConfig = Pick<Config, 'spool' | 'store' | 'targets'> & Partial<Pick<Config, 'storeConnections'>>

/** Settings that determine where the store is. */
export type ReaderConfig = Pick<Config, 'spool' | 'store'>

/** Opens the configured store for reading and writing. @throws SpoolInUse if another relay has the spool open */
export async function openStore(
  config: StoreConfig & { retention: Retention },
  options: Pick<FolderStoreOptions, 'clock' | 'onAlert' | 'onExpired' | 'onRecorded'>,
): Promise<Store> {
  const { spool, store, targets, retention, storeConnections: connections } = config
  const common = { targets: listTargetNames(targets), retention, ...options }
  const local = await openFolderStore({ folder: spool, ...common })
  if (store === undefined) return local
  const records = { known: openKnownDatabases(spool), erasures: openErasureRecords(spool) }
  return openPostgresStore({ url: store, local, connections, ...records, ...common })
}

/** Opens the configured store for reading. @throws Error with a message for the operator if there is none */
export function openReader({ spool, store }: ReaderConfig): Promise<StoreReader> {
  return store === undefined ? openFolderReader(spool) : openPostgresReader(store)
}

/** Opens the configured store for reading while `work` runs. */
export async function withReader<T>(config: ReaderConfig, work: (store: StoreReader) => Promise<T>): Promise<T> {
  const store = await openReader(config)
  return work(store).finally(() => store.close())
}

/** Returns the location of the configured store, without passwords. */
export function describeStore({ spool, store }: ReaderConfig): string {
  return store === undefined ? spool : redactDatabaseUrl(store)
}
