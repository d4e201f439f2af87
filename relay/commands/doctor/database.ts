import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { connect, describeFault, publicAddress } from '../../postgres/database.ts'
import { openKnownDatabases } from '../../postgres/known-databases.ts'
import { countLocal } from '../../postgres/local-backlog.ts'
import { findRefusal, isLoginFault, isSetupFault, MIGRATIONS, readCondition } from '../../postgres/migrations.ts'
import { openFolderReader } from '../../spool/folder-reader.ts'
import type { Finding } from './finding.ts'

/** Commits that are timed. */
const ROUNDS = 20
/** Milliseconds for one commit; above it every visitor waits noticeably. */
const SLOW = 50
/** Milliseconds by which clocks may differ. */
const APART = 5_000

/** Can the database be worked with, how long does a commit take, and does something still wait here for it? */
export async function checkDatabase({ store, spool }: Pick<Config, 'store' | 'spool'>): Promise<Finding[]> {
  if (store === undefined) return []
  const findings: Finding[] = []
  const say = (check: string, level: Finding['level'], detail: string) => findings.push({ check, level, detail })
  let client: Client | undefined
  try {
    client = await connect(store)
    const before = Date.now()
    const condition = await readCondition(client)
    const { version, migration, now } = condition
    const refusal = findRefusal(condition)
    const settings = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).map(
      (name) => `${name} ${condition[name]}`,
    )
    say('database', refusal ? 'fail' : 'ok', refusal ?? `PostgreSQL ${version} at ${publicAddress(store)}`)
    say('database settings', refusal ? 'fail' : 'ok', settings.join(', '))
    const state = migration < MIGRATIONS.length ? 'the next start of a relay makes the tables' : 'current'
    say('database tables', migration < MIGRATIONS.length ? 'warn' : 'ok', `migration ${migration}, ${state}`)
    const apart = Math.round(Math.abs(now - (before + Date.now()) / 2))
    say('database clock', apart > APART ? 'warn' : 'ok', `${apart} ms apart from ours`)
    const commit = await timeCommit(client)
    say('database commit', commit > SLOW ? 'warn' : 'ok', `${commit.toFixed(2)} ms`)
  } catch (error) {
    const what = isSetupFault(error) ? 'refuses us' : 'is away, posts are taken into the spool'
    say('database', 'fail', `${publicAddress(store)} ${what}: ${describeFault(error)}`)
  } finally {
    await client?.end()
  }
  const waiting = await openFolderReader(spool).then(countLocal, () => 0)
  say('local spool', waiting > 0 ? 'warn' : 'ok', `${waiting} waiting for the database`)
  return findings
}

/** @returns milliseconds of the middle one of some commits that write and change nothing */
async function timeCommit(client: Client): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now()
    await client.query(`SELECT pg_logical_emit_message(true, 'relay', 'doctor')`)
    times.push(performance.now() - begin)
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] ?? 0
}

/** What would keep a relay from starting with its database, or have it begin without. */
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
    const said = `RELAY_STORE: ${publicAddress(store)}`
    const known = isLoginFault(error) && (await openKnownDatabases(spool).has(publicAddress(store)))
    if (isSetupFault(error) && !known) return { fault: `${said} cannot be used: ${describeFault(error)}.` }
    return {
      warning: `${said} is unavailable (${describeFault(error)}): posts are stored in the spool until it is back.`,
    }
  } finally {
    await client?.end()
  }
}
