import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { connect, describeFault, publicAddress } from '../../postgres/database.ts'
import { openKnownDatabases } from '../../postgres/known-databases.ts'
import { countLocal } from '../../postgres/local-backlog.ts'
import { findRefusal, isLoginFault, isSetupFault, MIGRATIONS, readCondition } from '../../postgres/migrations.ts'
import { openFolderReader } from '../../spool/folder-reader.ts'
import { type Finding, medianTime, SLOW } from './finding.ts'

/** Largest tolerated clock difference, in milliseconds. */
const TOLERATED = 5_000

/** Checks the database: access, settings, tables, clock, commit time, and the local backlog. */
export async function checkDatabase({ store, spool }: Pick<Config, 'store' | 'spool'>): Promise<Finding[]> {
  if (store === undefined) return []
  const findings: Finding[] = []
  const add = (check: string, level: Finding['level'], detail: string) => findings.push({ check, level, detail })
  let client: Client | undefined
  try {
    const connection = await connect(store)
    client = connection
    const before = Date.now()
    const condition = await readCondition(client)
    const { version, migration, now } = condition
    const refusal = findRefusal(condition)
    const settings = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).map(
      (name) => `${name} ${condition[name]}`,
    )
    add('database', refusal ? 'fail' : 'ok', refusal ?? `PostgreSQL ${version} at ${publicAddress(store)}`)
    add('database settings', refusal ? 'fail' : 'ok', settings.join(', '))
    const state = migration < MIGRATIONS.length ? 'the next start of a relay creates the tables' : 'current'
    add('database tables', migration < MIGRATIONS.length ? 'warn' : 'ok', `migration ${migration}, ${state}`)
    const difference = Math.round(Math.abs(now - (before + Date.now()) / 2))
    add('database clock', difference > TOLERATED ? 'warn' : 'ok', `${difference} ms off this machine's clock`)
    // Commits a message to the write-ahead log, so that no data changes.
    const commit = await medianTime(() => connection.query(`SELECT pg_logical_emit_message(true, 'relay', 'doctor')`))
    add('database commit', commit > SLOW ? 'warn' : 'ok', `${commit.toFixed(2)} ms`)
  } catch (error) {
    const problem = isSetupFault(error) ? 'rejects the connection' : 'is unavailable, so posts are stored in the spool'
    add('database', 'fail', `${publicAddress(store)} ${problem}: ${describeFault(error)}`)
  } finally {
    await client?.end()
  }
  const waiting = await openFolderReader(spool).then(countLocal, () => 0)
  add('local spool', waiting > 0 ? 'warn' : 'ok', `${waiting} waiting for the database`)
  return findings
}

/** Returns a fault that would prevent a relay from starting, or a warning if the database is unavailable. */
export async function probeStore({
  store,
  spool,
}: Pick<Config, 'store' | 'spool'>): Promise<{ fault?: string; warning?: string }> {
  if (store === undefined) return {}
  let client: Client | undefined
  try {
    client = await connect(store)
    const refusal = findRefusal(await readCondition(client))
    return refusal ? { fault: `RELAY_STORE: ${publicAddress(store)} cannot be used: ${refusal}.` } : {}
  } catch (error) {
    const place = `RELAY_STORE: ${publicAddress(store)}`
    const usedBefore = isLoginFault(error) && (await openKnownDatabases(spool).has(publicAddress(store)))
    if (isSetupFault(error) && !usedBefore) return { fault: `${place} cannot be used: ${describeFault(error)}.` }
    return {
      warning: `${place} is unavailable (${describeFault(error)}): posts are stored in the spool until it is back.`,
    }
  } finally {
    await client?.end()
  }
}
