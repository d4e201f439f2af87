import { type Clock, HOUR } from '../clock.ts'
import { createKeyedMutex, settleWithin } from '../concurrency.ts'
import type { Alert } from '../monitoring/alert.ts'
import { ConfigFault } from '../settings.ts'
import type { Retention } from '../spool/retention.ts'
import type { Store } from '../store/store.ts'
import { createChanges } from './changes.ts'
import { createClaims, LEASE } from './claims.ts'
import { createPool, describeFault, isAway, publicAddress } from './database.ts'
import { createDraft } from './draft.ts'
import { createReader } from './entries.ts'
import type { KnownDatabases } from './known-databases.ts'
import { createLink } from './link.ts'
import { createBacklog } from './local-backlog.ts'
import { isLoginFault, isSetupFault } from './migrations.ts'
import { type SweepBatch, sweepOld } from './retention.ts'
import { insertEntry } from './submissions.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host/database` */
  url: string
  /** Where posts are written before they are stored, and taken while the database is away. It is this store's to close. */
  local: Store
  clock: Clock
  /** Names of the targets that are set up. What waits for another one stays. */
  targets: readonly string[]
  retention: Retention
  /** At the same time, beside the one that listens. */
  connections?: number | undefined
  sweepBatch?: SweepBatch
  /** Databases that this machine has worked with. */
  known?: KnownDatabases
  onAlert?: (alert: Alert) => void
}

/** Milliseconds between two looks at what became due without a word, such as the leases of relays that ended. */
const POLL = 5_000
/** A third of a lease. */
const RENEW = 20_000
const SWEEP = HOUR
/** Milliseconds that connections get to end. */
const END = 2_000

const ABSENT_TARGETS = `
  SELECT target, min(submission_id::text) AS id FROM relay.delivery
  WHERE status = 'waiting' AND target <> ALL ($1) GROUP BY target`

/**
 * Opens a database that several relays may share. When it is away, now or later, posts are taken into the local spool
 * and stored once it is back; likewise while it refuses the login of a relay that it knew before.
 * @throws ConfigFault when it refuses us at the first start, or must not be worked with
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, local, clock, targets, retention, connections, sweepBatch, onAlert: alert = () => {} } = options
  const pool = createPool(url, connections)
  const reader = createReader(pool)
  const claims = createClaims(pool, clock, alert)
  const backlog = createBacklog({ pool, local, clock, alert })
  const watchers = new Set<() => void>()
  const notify = (): void => {
    for (const listener of watchers) listener()
  }
  let troubled = false
  const onTrouble = (error: unknown): void => {
    if (!troubled) alert({ kind: 'database', detail: `${describeFault(error)}; posts are taken into the local spool` })
    troubled = true
    link.suspect(error)
  }
  const link = createLink({ url, clock, onUp: () => void begin(resume), onDown: onTrouble, onNotice: notify })
  const isUp = (): boolean => link.upSince() !== undefined

  /** While it is away nothing is due; what waits is taken up by itself when it is there again. */
  const ifUp = async <T>(otherwise: T, work: () => Promise<T>): Promise<T> => {
    if (!isUp()) return otherwise
    return work().catch((error) => {
      if (!isAway(error)) throw error
      onTrouble(error)
      return otherwise
    })
  }
  const onlyUp = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isUp()) throw new Error('the database is away')
    return work()
  }
  /** What was begun and has not ended. */
  const pending = new Set<Promise<unknown>>()
  /** Does what nobody waits for, when the database is there. */
  const begin = (work: () => Promise<unknown>): Promise<void> => {
    const done = (isUp() ? work() : Promise.resolve()).then(() => {}, onTrouble).finally(() => pending.delete(done))
    pending.add(done)
    return done
  }
  const alone = createKeyedMutex()
  let closed = false
  const sweep = async (): Promise<void> => {
    if (alone.has('sweep')) return
    const goesOn = (): boolean => isUp() && !closed
    const work = () => sweepOld({ pool, clock, alert, goesOn, batch: sweepBatch }, retention)
    await alone.run('sweep', work).catch(async (error: Error) => {
      if (!goesOn()) return
      // A statement that took too long does not mean that the database is away: one that is has no answer to this.
      await pool.query('SELECT')
      alert({ kind: 'disk', detail: `old entries are not deleted: ${describeFault(error)}` })
    })
  }
  const drain = (): Promise<void> =>
    alone.run('drain', async () => {
      const since = link.upSince()
      const isStillUp = (): boolean => isUp() && link.upSince() === since
      const stored = await backlog.drain(isStillUp)
      if (troubled && isStillUp()) {
        troubled = false
        alert({ kind: 'database', detail: `is there again; ${stored} taken meanwhile were stored` })
      }
      notify()
    })
  const told = new Set(targets)
  /** Says once of each target that is not set up that something waits for it; another relay may have it. */
  const alertAbsentTargets = async (): Promise<void> => {
    const { rows } = await pool.query<{ target: string; id: string }>(ABSENT_TARGETS, [[...told]])
    for (const { target, id } of rows) {
      told.add(target)
      alert({ kind: 'target-missing', id, target, detail: `waits for ${target}, which is not set up` })
    }
  }
  /** The first that a database that is there again must know is what is still being sent. */
  const resume = async (): Promise<void> => {
    // What it refused before it may accept now: the connection has made its tables again.
    backlog.forgive()
    await claims.renew()
    await alertAbsentTargets()
    await drain()
  }
  const timers = [
    every(clock, POLL, () =>
      begin(async () => {
        await (alone.has('drain') || drain())
        // Others could not renew their leases while the database was away.
        if (clock.now() - (link.upSince() ?? Number.NaN) >= LEASE) await claims.expire()
      }),
    ),
    every(clock, RENEW, () => begin(claims.renew)),
    every(clock, SWEEP, () => {
      backlog.forgive()
      return begin(sweep)
    }),
  ]
  const close = async (): Promise<void> => {
    closed = true
    for (const cancel of timers) cancel()
    const closing = link.close()
    await Promise.all(pending)
    await settleWithin(new Set([closing, pool.end()]), END)
    await local.close()
  }

  const fault = await link.open()
  const address = publicAddress(url)
  if (!fault) await options.known?.add(address)
  if (fault && isSetupFault(fault) && !(isLoginFault(fault) && (await options.known?.has(address)))) {
    await close()
    throw new ConfigFault([`RELAY_STORE: ${address} cannot be used: ${describeFault(fault)}.`])
  }
  void begin(sweep)

  return {
    ...reader,
    count: (place) => onlyUp(() => reader.count(place)),
    waiting: () => onlyUp(claims.waiting),
    ...createChanges(pool, url, alert),
    settle: claims.settle,
    async draft() {
      return createDraft(await local.draft(), {
        direct: (envelope) => isUp() && !backlog.holds(envelope),
        async store(entry, counts) {
          const known = await insertEntry(pool, entry, clock.now(), counts)
          if (!known && entry.place === 'queue') notify()
          return known?.id === entry.envelope.id ? undefined : known
        },
        take: backlog.take,
        onFault: onTrouble,
      })
    },
    claim: (room) => ifUp([], () => claims.claim(room)),
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
        INSERT INTO relay.link_use AS one VALUES ($1, $3, to_timestamp($2::float8 / 1000))
        ON CONFLICT (link) DO UPDATE SET uses = one.uses + excluded.uses`
      await pool.query(text, [link, Number.parseInt(link, 10), amount])
    },
    backlog: backlog.count,
    close,
  }
}

/** Runs work again and again, the pause between its end and its next begin. The function it returns ends that. */
function every(clock: Clock, pause: number, work: () => Promise<void>): () => void {
  let cancel = (): void => {}
  let ended = false
  const arm = (): void => {
    cancel = clock.setTimer(pause, () => void work().then(() => ended || arm()))
  }
  arm()
  return () => {
    ended = true
    cancel()
  }
}
