import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { openPostgresStore, type PostgresStoreOptions } from '../../relay/postgres/postgres-store.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'
import type { Alert } from '../../relay/store/alert.ts'
import type { Store } from '../../relay/store/store.ts'
import { createFakeClock } from './fake-clock.ts'
import type { PostgresServer } from './postgres-server.ts'
import { temporaryFolder } from './spool-fixture.ts'
import type { StoreFixture } from './store-conformance.ts'
import { until } from './until.ts'

const DAYS = { doneDays: 30, spamDays: 30 }

/** Creates a database without tables, whose `now` function returns a fake clock's time. */
export async function createPostgresFixture({ url, query }: Pick<PostgresServer, 'url' | 'query'>) {
  const clock = createFakeClock()
  const alerts: Alert[] = []
  const folder = await temporaryFolder()
  const seconds = () => clock.now() / 1000
  await query(`
    DROP SCHEMA IF EXISTS relay, fake CASCADE;
    CREATE SCHEMA fake;
    CREATE TABLE fake.clock AS SELECT to_timestamp(${seconds()}) AS at;
    CREATE FUNCTION fake.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT at FROM fake.clock'`)
  const address = `${url}?options=-c%20search_path%3Dfake,pg_catalog`
  let spools = 0
  const open = async (more: Partial<PostgresStoreOptions> = {}, spool = String(spools++)): Promise<Store> => {
    const { targets = ['mail', 'hook'], retention = DAYS } = more
    const common = { clock, targets, retention, onAlert: (alert: Alert) => alerts.push(alert) }
    const local = await openFolderStore({ ...common, folder: path.join(folder, spool) })
    const store = await openPostgresStore({ url: address, local, ...common, ...more })
    onTestFinished(() => store.close())
    return store
  }
  const advance = async (milliseconds: number): Promise<void> => {
    await query(`UPDATE fake.clock SET at = to_timestamp(${(clock.now() + milliseconds) / 1000})`)
    clock.advance(milliseconds)
  }
  const change = (id: string, set: string) => query(`UPDATE relay.submission SET envelope = ${set} WHERE id = '${id}'`)
  const chunk = (id: string, set: string) =>
    query(`UPDATE relay.chunk SET bytes = ${set} WHERE submission_id = '${id}'`)
  const fixture: StoreFixture = {
    ...{ now: clock.now, advance, alerts },
    open: ({ small, ...options } = {}) => open(small ? { ...options, sweepBatch: { entries: 2, rows: 2 } } : options),
    async restart(store, options) {
      await store.close()
      const next = await open(options)
      // Advances the clock by more than a lease, so that all claims of the closed store expire.
      await advance(60_001)
      const sending = `SELECT FROM relay.delivery WHERE status = 'sending'`
      await until('all leases have ended', async () => (await query(sending)).length === 0)
      return next
    },
    damage: {
      'a changed envelope': (id) => change(id, `replace(envelope, 'Ada', 'Bob')`),
      'a truncated envelope': (id) => change(id, `'{"sha256":"'`),
      'a missing envelope': (id) => change(id, `''`),
      'a changed attachment': (id) => chunk(id, `'baaa'`),
      'a longer attachment': (id) => chunk(id, `'aaaax'`),
      'a missing attachment': (id) => query(`DELETE FROM relay.chunk WHERE submission_id = '${id}'`),
    },
    setVersion: async (id, version) => {
      const text = `replace(substr(envelope, 89, length(envelope) - 90), '"version":${3 - version}', '"version":${version}')`
      await change(
        id,
        `'{"sha256":"' || encode(sha256(convert_to(${text}, 'UTF8')), 'hex') || '","envelope":' || ${text} || E'}\\n'`,
      )
    },
    async leftovers() {
      const kept = await Promise.all(
        (await readdir(folder)).flatMap((spool) =>
          ['tmp', 'queue', 'spam'].map((name) => readdir(path.join(folder, spool, name))),
        ),
      )
      return kept.flat()
    },
  }
  return { ...fixture, open, clock, folder, query, address }
}
