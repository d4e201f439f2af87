import { type Clock, HOUR, repeat } from '../clock.ts'
import { createKeyedMutex, settleWithin } from '../concurrency.ts'
import { ConfigError } from '../settings.ts'
import type { Alert } from '../store/alert.ts'
import { createUnusableEntryAlert } from '../store/envelope-text.ts'
import type { RecordHandler } from '../store/records.ts'
import type { ExpiryHandler, Retention } from '../store/retention.ts'
import type { ErasureRecords, Store } from '../store/store.ts'
import { createPostgresOperations } from './changes.ts'
import { createClaimManager, LEASE_MS } from './claims.ts'
import { createPool, describeDatabaseError, isDatabaseUnavailable, redactDatabaseUrl } from './database.ts'
import { createDatabaseMonitor } from './database-monitor.ts'
import { createPostgresReader } from './entries.ts'
import { syncErasures } from './erasures.ts'
import { addDatabaseCounts } from './form-counts.ts'
import type { KnownDatabases } from './known-databases.ts'
import { createLocalBacklog } from './local-backlog.ts'
import { isLoginError, isSetupError } from './migrations.ts'
import { deleteExpiredRows, type SweepBatchSizes } from './retention.ts'
import { createPostgresDraft, insertEntry } from './submissions.ts'

export interface PostgresStoreOptions {
  /** URL of the database: `postgres://user:password@host/database`. */
  url: string
  /** Spool for drafts, and for submissions while the database is unavailable. It is closed together with this store. */
  local: Store
  clock: Clock
  /** Names of the configured targets. Deliveries to other targets wait. */
  targets: readonly string[]
  retention: Retention
  /** Maximum number of connections, not counting the one for notifications. */
  connections?: number | undefined
  sweepBatch?: SweepBatchSizes
  /** Remembers which database was last used with the local spool. */
  known?: KnownDatabases
  /** The local spool's records of erased submissions. */
  erasures?: ErasureRecords
  onAlert?: (alert: Alert) => void
  onExpired?: ExpiryHandler
  onRecorded?: RecordHandler
}

/** Milliseconds between checks for changes that trigger no notification, such as expired leases. */
const POLL = 5_000
/** Milliseconds between lease renewals: a third of a lease's length. */
const RENEW = 20_000
/** How long to wait for connections to close, in milliseconds. */
const CLOSE_TIMEOUT = 2_000

const ABSENT_TARGETS = `
  SELECT target, min(submission_id::text) AS id FROM relay.delivery
  WHERE status = 'waiting' AND target <> ALL ($1) GROUP BY target`

/**
 * Opens a database that several relays may share. While the database is unavailable, or rejects a login that worked
 * before, submissions are stored in the local spool and later moved to the database.
 * @throws ConfigError if the database rejects the first login, or must not be used
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, local, clock, targets, retention, connections, sweepBatch } = options
  const { onAlert: alert = () => {}, onExpired = () => {} } = options
  const pool = createPool(url, connections)
  const reader = createPostgresReader(pool)
  const claims = createClaimManager(pool, clock, alert)
  const backlog = createLocalBacklog({ pool, local, clock, alert })
  const watchers = new Set<() => void>()
  const notify = (): void => {
    for (const listener of watchers) listener()
  }
  let isDegraded = false
  const onFailure = (error: unknown): void => {
    if (!isDegraded)
      alert({ kind: 'database', detail: `${describeDatabaseError(error)}; submissions are stored in the local spool` })
    isDegraded = true
    link.suspect(error)
  }
  const operations = createPostgresOperations(pool, url, alert, options.onRecorded)
  /** Deletes erased entries, which a backup may have brought back, before they can be delivered. */
  const deleteErased = async (): Promise<void> => {
    const ids = options.erasures ? await syncErasures(pool, options.erasures, clock.now()) : []
    for (const { id, reason } of ids.length > 0 ? await operations.erase(ids) : [])
      alert(createUnusableEntryAlert(id, new Error(reason), 'database'))
  }
  const link = createDatabaseMonitor({
    url,
    clock,
    prepare: deleteErased,
    onUp: () => void runIfUp(resume),
    onDown: onFailure,
    onNotice: notify,
  })
  const isUp = (): boolean => link.upSince() !== undefined

  /** Runs a task. While the database is unavailable, returns `otherwise` instead; deliveries resume later. */
  const ifUp = async <T>(otherwise: T, work: () => Promise<T>): Promise<T> => {
    if (!isUp()) return otherwise
    return work().catch((error) => {
      if (!isDatabaseUnavailable(error)) throw error
      onFailure(error)
      return otherwise
    })
  }
  const onlyUp = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isUp()) throw new Error('the database is unavailable')
    return work()
  }
  /** Background tasks that have not ended yet. */
  const pending = new Set<Promise<unknown>>()
  /** Runs a background task if the database is available. */
  const runIfUp = (work: () => Promise<unknown>): Promise<void> => {
    const done = (isUp() ? work() : Promise.resolve()).then(() => {}, onFailure).finally(() => pending.delete(done))
    pending.add(done)
    return done
  }
  const exclusive = createKeyedMutex()
  let closed = false
  const sweep = async (): Promise<void> => {
    if (exclusive.has('sweep')) return
    const shouldContinue = (): boolean => isUp() && !closed
    const work = () =>
      deleteExpiredRows({ pool, clock, alert, onExpired, shouldContinue, batch: sweepBatch }, retention)
    await exclusive.run('sweep', work).catch(async (error: Error) => {
      if (!shouldContinue()) return
      // If the database still responds, deleting the old entries failed, for example because it timed out.
      await pool.query('SELECT')
      alert({ kind: 'disk', detail: `old entries could not be deleted: ${describeDatabaseError(error)}` })
    })
  }
  const drain = (): Promise<void> =>
    exclusive.run('drain', async () => {
      const since = link.upSince()
      const isStillUp = (): boolean => isUp() && link.upSince() === since
      const stored = await backlog.drain(isStillUp)
      if (isDegraded && isStillUp()) {
        isDegraded = false
        alert({ kind: 'database', detail: `the database is available again; ${stored} submissions moved to it` })
      }
      notify()
    })
  const alerted = new Set(targets)
  /**
   * Raises one alert for each target that has waiting deliveries but is missing from this relay's settings. Another
   * relay may still deliver to it.
   */
  const alertAbsentTargets = async (): Promise<void> => {
    const { rows } = await pool.query<{ target: string; id: string }>(ABSENT_TARGETS, [[...alerted]])
    for (const { target, id } of rows) {
      alerted.add(target)
      alert({ kind: 'target-missing', id, target, detail: 'the target of a delivery is not configured' })
    }
  }
  /** Resumes work after a reconnect. Renews the leases of sends in progress first. */
  const resume = async (): Promise<void> => {
    // The database may now accept entries that it rejected before, because reconnecting has migrated its tables.
    backlog.retrySkipped()
    await claims.renew()
    await alertAbsentTargets()
    await drain()
  }
  const every = (pause: number, work: () => Promise<void>) => repeat(clock, { pause, start: 'after-pause' }, work)
  const timers = [
    every(POLL, () =>
      runIfUp(async () => {
        await (exclusive.has('drain') || drain())
        // Expires claims only after the connection has been up for the length of a lease, because other relays could
        // not renew their claims during an outage.
        if (clock.now() - (link.upSince() ?? Number.NaN) >= LEASE_MS) await claims.expire()
      }),
    ),
    every(RENEW, () => runIfUp(claims.renew)),
    every(HOUR, () => {
      backlog.retrySkipped()
      return runIfUp(sweep)
    }),
  ]
  const close = async (): Promise<void> => {
    closed = true
    for (const stop of timers) void stop()
    const closing = link.close()
    await Promise.all(pending)
    await settleWithin(new Set([closing, pool.end()]), CLOSE_TIMEOUT)
    await local.close()
  }

  const failure = await link.open()
  const address = redactDatabaseUrl(url)
  if (!failure) await options.known?.add(address)
  if (failure && isSetupError(failure) && !(isLoginError(failure) && (await options.known?.has(address)))) {
    await close()
    throw new ConfigError([`RELAY_STORE: ${address} cannot be used: ${describeDatabaseError(failure)}.`])
  }
  void runIfUp(sweep)

  return {
    ...reader,
    count: (place) => onlyUp(() => reader.count(place)),
    waiting: () => onlyUp(claims.waiting),
    ...operations,
    settle: claims.settle,
    async draft() {
      return createPostgresDraft(await local.draft(), {
        usesDatabase: (envelope) => isUp() && !backlog.holds(envelope),
        async store(entry, validFor) {
          const existing = await insertEntry(pool, entry, clock.now(), validFor)
          if (!existing && entry.place === 'queue') notify()
          return existing?.id === entry.envelope.id ? undefined : existing
        },
        commitLocally: backlog.commitLocally,
        onFailure: onFailure,
      })
    },
    claim: (slots) => ifUp([], () => claims.claim(slots)),
    nextDue: (names) => ifUp(undefined, () => claims.nextDue(names)),
    watch(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    free: local.free,
    async countUses(link) {
      const { rows } = await pool.query('SELECT uses FROM relay.link_use WHERE link = $1', [link])
      return rows[0]?.uses ?? 0
    },
    async addUse(link, amount) {
      const text = `
        INSERT INTO relay.link_use AS known VALUES ($1, $3, to_timestamp($2::float8 / 1000))
        ON CONFLICT (link) DO UPDATE SET uses = known.uses + excluded.uses`
      await pool.query(text, [link, Number.parseInt(link, 10), amount])
    },
    addFormCounts: (counts) => onlyUp(() => addDatabaseCounts(pool, counts, clock.now())),
    backlog: backlog.count,
    close,
  }
}
