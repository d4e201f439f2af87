import type { Client } from 'pg'
import type { ReaderConfig } from '../../open-store.ts'
import { describeDatabaseError, openConnection, redactDatabaseUrl } from '../../postgres/database.ts'
import { openKnownDatabases } from '../../postgres/known-databases.ts'
import { countLocalBacklog } from '../../postgres/local-backlog.ts'
import {
  findIncompatibility,
  isLoginError,
  isSetupError,
  MIGRATIONS,
  readDatabaseState,
} from '../../postgres/migrations.ts'
import { openFolderReader } from '../../spool/folder-reader.ts'
import { type Finding, MAX_CLOCK_SKEW_MS, measureMedianTime, SLOW_WRITE_MS } from './finding.ts'

/** Checks the database: access, settings, tables, clock, commit time, and the local backlog. */
export async function checkDatabase({ store, spool }: ReaderConfig): Promise<Finding[]> {
  if (store === undefined) return []
  const findings: Finding[] = []
  const add = (check: string, level: Finding['level'], detail: string) => findings.push({ check, level, detail })
  let client: Client | undefined
  try {
    const connection = await openConnection(store)
    client = connection
    const before = Date.now()
    const condition = await readDatabaseState(client)
    const { version, migration, now } = condition
    const refusal = findIncompatibility(condition)
    const settings = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).map(
      (name) => `${name} ${condition[name]}`,
    )
    add('database', refusal ? 'fail' : 'ok', refusal ?? `PostgreSQL ${version} at ${redactDatabaseUrl(store)}`)
    add('database settings', refusal ? 'fail' : 'ok', settings.join(', '))
    const state = migration < MIGRATIONS.length ? 'pending migrations are applied when a relay starts' : 'current'
    add('database tables', migration < MIGRATIONS.length ? 'warn' : 'ok', `migration ${migration}, ${state}`)
    const difference = Math.round(Math.abs(now - (before + Date.now()) / 2))
    add('database clock', difference > MAX_CLOCK_SKEW_MS ? 'warn' : 'ok', `${difference} ms off this machine's clock`)
    // Measures commit time by writing a message to the write-ahead log, which changes no data.
    const commit = await measureMedianTime(() =>
      connection.query(`SELECT pg_logical_emit_message(true, 'relay', 'doctor')`),
    )
    add('database commit', commit > SLOW_WRITE_MS ? 'warn' : 'ok', `${commit.toFixed(2)} ms`)
  } catch (error) {
    const problem = isSetupError(error) ? 'rejects the connection' : 'is unavailable, so submissions go to the spool'
    add('database', 'fail', `${redactDatabaseUrl(store)} ${problem}: ${describeDatabaseError(error)}`)
  } finally {
    await client?.end()
  }
  const waiting = await openFolderReader(spool).then(countLocalBacklog, () => 0)
  add('local spool', waiting > 0 ? 'warn' : 'ok', `${waiting} waiting for the database`)
  return findings
}

/** Returns an error that would prevent a relay from starting, or a warning if the database is unavailable. */
export async function checkStoreAccess({
  store,
  spool,
}: ReaderConfig): Promise<{ problem?: string; warning?: string }> {
  if (store === undefined) return {}
  let client: Client | undefined
  try {
    client = await openConnection(store)
    const refusal = findIncompatibility(await readDatabaseState(client))
    return refusal ? { problem: `RELAY_STORE: ${redactDatabaseUrl(store)} cannot be used: ${refusal}.` } : {}
  } catch (error) {
    const prefix = `RELAY_STORE: ${redactDatabaseUrl(store)}`
    const usedBefore = isLoginError(error) && (await openKnownDatabases(spool).has(redactDatabaseUrl(store)))
    if (isSetupError(error) && !usedBefore)
      return { problem: `${prefix} cannot be used: ${describeDatabaseError(error)}.` }
    return {
      warning: `${prefix} is unavailable (${describeDatabaseError(error)}). Until it is available again, submissions are stored in the spool.`,
    }
  } finally {
    await client?.end()
  }
}
