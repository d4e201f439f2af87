import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { abandonCommand, dropCommand, releaseCommand, retryCommand } from '../../relay/commands/change-commands.ts'
import { doctorCommand } from '../../relay/commands/doctor.ts'
import { exportCommand } from '../../relay/commands/export.ts'
import { listCommand } from '../../relay/commands/list.ts'
import { showCommand } from '../../relay/commands/show.ts'
import { startRelay } from '../../relay/commands/start.ts'
import { verifyCommand } from '../../relay/commands/verify.ts'
import { readConfig } from '../../relay/config.ts'
import { createLogger } from '../../relay/monitoring/log.ts'
import { createPool, isDatabaseUnavailable } from '../../relay/postgres/database.ts'
import { openKnownDatabases } from '../../relay/postgres/known-databases.ts'
import { MIGRATIONS } from '../../relay/postgres/migrations.ts'
import { insertEntry } from '../../relay/postgres/submissions.ts'
import { ConfigError } from '../../relay/settings.ts'
import { openFolderStore } from '../../relay/spool/folder-store.ts'
import type { Envelope, Store } from '../../relay/store/store.ts'
import type { TargetConfig } from '../../relay/targets/targets.ts'
import { needs } from '../needs.ts'
import { claimAll, claimOne, delivered, listAll, readAttachment, settle } from './claims.ts'
import { collect } from './collect.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { SUBMIT } from './http-fixture.ts'
import { createPostgresFixture } from './postgres-fixture.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, envelopeOf } from './spool-fixture.ts'
import { until } from './until.ts'

const LEASE = 60_000
const SECOND = 1000

async function* emptyFile(): AsyncGenerator<Buffer> {}

describe('with a PostgreSQL store', needs('postgres'), () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  const idsOf = async (store: Store, ...places: Parameters<Store['count']>[0][]) =>
    (await listAll(store, ...places)).map(({ envelope }) => envelope.id)

  const isAvailableAgain = ({ detail }: { detail: string }) => detail.includes('the database is available again')
  /** Waits until a condition holds. While waiting, fires the relays' timers that are due within a second. */
  const advanceUntil = (clock: FakeClock, what: string, condition: () => Promise<boolean> | boolean) =>
    until(what, async () => {
      if (clock.pending().some((pause) => pause <= SECOND)) clock.advance(SECOND)
      return condition()
    })

  test('a relay starts even while deletions are blocked, and does not treat failed ones as an outage', async () => {
    const { open, now, query, advance, alerts, address } = await createPostgresFixture(server)
    const store = await open()
    await commitOne(store, now(), { idempotency: { key: 'k', payload: 'p' } })
    await store.close()
    const keys = () => query('SELECT FROM relay.idempotency')
    await query(`
      CREATE FUNCTION relay.cancel() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'canceled on purpose' USING ERRCODE = '57014'; END $$;
      CREATE TRIGGER cancel BEFORE DELETE ON relay.idempotency EXECUTE FUNCTION relay.cancel()`)
    await advance(2 * 24 * 60 * 60 * SECOND)
    const other = new Client({ connectionString: address })
    await other.connect()
    await other.query('BEGIN; LOCK TABLE relay.idempotency')
    const again = await open()
    await other.end()
    await until('the sweep has failed', () => alerts.length > 0)
    expect(alerts).toEqual([{ kind: 'disk', detail: 'old entries could not be deleted: canceled on purpose' }])
    expect(await again.count('queue')).toBe(1)
    await query('DROP TRIGGER cancel ON relay.idempotency')
    await again.close()
    await open()
    await until('the key is deleted', async () => (await keys()).length === 0)
  })

  test('a relay deletes nothing while its clock and the database clock differ by days', async () => {
    const { open, now, advance, clock, alerts, query } = await createPostgresFixture(server)
    const store = await open()
    await commitOne(store, now(), { spam: ['links'] })
    await store.close()
    await advance(40 * 24 * 60 * 60 * SECOND)
    clock.setBack(40 * 24 * 60 * 60 * SECOND)
    await open()
    await until('the alert', () => alerts.length > 0)
    expect(alerts).toEqual([{ kind: 'clock', detail: expect.stringContaining('differ by 40 days') }])
    expect(await query(`SELECT FROM relay.submission WHERE place = 'spam'`)).toHaveLength(1)
  })

  test('two relays never claim the same delivery', async () => {
    const { open, now } = await createPostgresFixture(server)
    const stores = [await open(), await open()]
    const ids = await Promise.all(Array.from({ length: 60 }, () => commitOne(stores[0] as Store, now())))
    const claimed = await Promise.all(
      stores.map(async (store) => {
        const own: string[] = []
        for (;;) {
          const claims = await store.claim(
            new Map([
              ['mail', 3],
              ['hook', 2],
            ]),
          )
          if (claims.length === 0) return own
          own.push(...claims.map(({ envelope, state }) => `${envelope.id} ${state.target}`))
          await Promise.all(claims.map((claim) => store.settle(claim, delivered)))
        }
      }),
    )
    expect(claimed.flat().sort()).toEqual(ids.flatMap((id) => [`${id} hook`, `${id} mail`]).sort())
    expect(claimed.every((own) => own.length > 0)).toBe(true)
    expect((await idsOf(stores[1] as Store, 'done')).length).toBe(60)
  })

  test('if two relays commit submissions with the same key concurrently, only one commit succeeds', async () => {
    const { open, now } = await createPostgresFixture(server)
    const stores = [await open(), await open()]
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const draft = await (stores[at % 2] as Store).draft()
        const known = await draft.commit(envelopeOf(draft, now(), { idempotency: { key: 'k', payload: 'p' } }))
        return known?.id ?? draft.id
      }),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await stores[0]?.count('queue')).toBe(1)
  })

  test('a submission is stored if the earlier one with its key is deleted while the commit looks for it', async () => {
    const { open, now, address } = await createPostgresFixture(server)
    const store = await open()
    const more = { idempotency: { key: 'k', payload: 'p' } }
    const earlier = await commitOne(store, now(), more)
    const draft = await store.draft()
    await draft.discard()
    const pool = createPool(address)
    onTestFinished(() => pool.end())
    let inserts = 0
    const deletesAfterInsert = {
      async query(query: { name?: string }, values?: unknown[]) {
        const result = await pool.query(query as never, values)
        if (query.name === 'insert' && inserts++ === 0) await store.erase([earlier])
        return result
      },
    } as unknown as typeof pool
    const entry = { envelope: envelopeOf(draft, now(), more), place: 'queue' as const, deliveries: [], read: emptyFile }
    expect(await insertEntry(deletesAfterInsert, entry, now())).toBeUndefined()
    expect(inserts).toBe(2)
    expect(await idsOf(store)).toEqual([draft.id])
    expect(await insertEntry(pool, entry, now())).toMatchObject({ id: draft.id })
  })

  test('deliveries that are claimed as the server stops do not count as interrupted', async () => {
    const { open, now, advance, clock, alerts, query, address } = await createPostgresFixture(server)
    const store = await open()
    onTestFinished(() => server.start())
    const id = await commitOne(store, now(), {}, [Buffer.from('a file')])
    for (const stops of [1, 2]) {
      // Blocks the claim while it verifies the file.
      const blocker = new Client({ connectionString: address })
      blocker.on('error', () => {})
      await blocker.connect()
      await blocker.query('BEGIN; LOCK TABLE relay.chunk')
      const claim = claimOne(store, ['mail'])
      const blocked = `FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
      await until('the claim is blocked', async () => (await query(`SELECT ${blocked}`)).length > 0)
      await query(`SELECT pg_terminate_backend(pid) ${blocked}`)
      expect(await claim).toBeUndefined()
      await server.stop()
      await server.start()
      await advanceUntil(clock, 'available again', () => alerts.filter(isAvailableAgain).length === stops)
      await advance(LEASE + 1)
      const sending = `SELECT FROM relay.delivery WHERE status = 'sending'`
      await until('no delivery is claimed', async () => (await query(sending)).length === 0)
    }
    expect((await claimAll(store)).map(({ state }) => [state.target, state.tries, state.interruptions])).toEqual([
      ['mail', 1, undefined],
      ['hook', 1, undefined],
    ])
    expect((await store.read(id))?.deliveries).toMatchObject([{ history: [] }, { history: [] }])
  })

  test('a relay that does not renew its leases loses its claims, and its late results are ignored', async () => {
    const { open, now, advance, query } = await createPostgresFixture(server)
    // Simulates a frozen process: its clock does not advance.
    const frozen = await open({ clock: createFakeClock() })
    const other = await open()
    const id = await commitOne(frozen, now(), { targets: ['mail'] })
    const lost = await claimOne(frozen)
    await advance(LEASE + 1)
    const sending = `SELECT FROM relay.delivery WHERE status = 'sending'`
    await until('the lease has expired', async () => (await query(sending)).length === 0)
    const claim = await claimOne(other)
    expect(claim?.state).toMatchObject({ tries: 1, interruptions: 1 })
    if (lost) await frozen.settle(lost, { status: 'dead', detail: 'too late' })
    expect((await other.read(id))?.deliveries).toMatchObject([{ status: 'sending' }])
    await settle(other, id, 'mail', delivered)
    expect(await other.read(id)).toMatchObject({
      place: 'done',
      deliveries: [{ history: [{ kind: 'interrupted' }, {}] }],
    })
  })

  test('a delivery that takes much longer than a lease is not claimed by another relay', async () => {
    const { open, now, advance, query } = await createPostgresFixture(server)
    const [store, other] = [await open(), await open()]
    const id = await commitOne(store, now(), { targets: ['mail'] })
    await claimOne(store)
    for (let step = 0; step < 8; step++) {
      const [before] = await query('SELECT claimed_until AS until FROM relay.delivery')
      await advance(20_000)
      await until('the claim is renewed', async () => {
        const [after] = await query('SELECT claimed_until AS until FROM relay.delivery')
        return Number(after?.until) > Number(before?.until)
      })
    }
    expect(await claimOne(other)).toBeUndefined()
    await settle(store, id, 'mail', delivered)
    expect((await other.read(id))?.deliveries).toMatchObject([{ status: 'delivered', history: [{}] }])
  })

  test('when an operator releases spam, every relay is notified', async () => {
    const { open, now } = await createPostgresFixture(server)
    const [store, other] = [await open(), await open()]
    const id = await commitOne(store, now(), { spam: ['links'] })
    const woken = [store, other].map((relay) => new Promise<void>((resolve) => relay.watch(resolve)))
    await store.release(id)
    await Promise.all(woken)
  })

  test('relays that start concurrently create the tables once, and close all connections when they stop', async () => {
    const { open, query } = await createPostgresFixture(server)
    const stores = await Promise.all([open(), open(), open()])
    expect(await query('SELECT number FROM relay.migration')).toEqual(MIGRATIONS.map((_, at) => ({ number: at + 1 })))
    await Promise.all(stores.map((store) => store.count('queue')))
    for (const store of stores) await store.close()
    const left = `SELECT pid FROM pg_stat_activity WHERE application_name = 'relay'`
    await until('all connections have ended', async () => (await query(left)).length === 0)
  })

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'whose tables a newer relay has migrated',
      () => server.query('CREATE SCHEMA relay; CREATE TABLE relay.migration AS SELECT 1000 AS number'),
      /a newer relay has applied migration 1000/,
    ],
    [
      'that confirms commits before they are on disk',
      async () => {
        onTestFinished(() => restart())
        await restart('full_page_writes=off')
      },
      /full_page_writes is off, so commits might not survive a power failure/,
    ],
    [
      'that does not know the user',
      async () => server.url.replace('relay@', 'stranger:secret@'),
      /postgres:\/\/127.0.0.1:\d+\/relay cannot be used: role/,
    ],
    [
      'whose root certificate file is missing',
      async () => `${server.url}?sslrootcert=/nowhere/ca.pem`,
      /cannot be used: ENOENT.*ca.pem/,
    ],
  ])('a relay with a database server %s does not start, and releases its spool', async (_, misconfigure, reason) => {
    const { open, clock, folder } = await createPostgresFixture(server)
    const url = await misconfigure()
    const fault = await open(typeof url === 'string' ? { url } : {}, 'spool').catch((error) => error)
    expect(fault).toBeInstanceOf(ConfigError)
    expect(fault.message).toMatch(reason)
    expect(fault.message).not.toContain('secret')
    const options = { clock, targets: [], retention: { doneDays: 1, spamDays: 1 } }
    await (await openFolderStore({ folder: path.join(folder, 'spool'), ...options })).close()
  })

  async function restart(...settings: string[]): Promise<void> {
    await server.stop()
    await server.start(...settings)
  }

  const key = (key: string, payload = 'p') => ({ idempotency: { key, payload } })

  test('submissions during an outage are stored locally, then moved to the database once and in order', async () => {
    const { open, now, clock, alerts, query } = await createPostgresFixture(server)
    const [store, other] = [await open(), await open()]
    const known = [await commitOne(store, now(), key('a')), await commitOne(store, now(), key('b'))]
    const held = await claimOne(store, ['mail'])
    await server.stop()
    onTestFinished(() => server.start())
    const bytes = Buffer.alloc(300_000, 'x')
    const ids: string[] = []
    /** Advances the clock by one millisecond and commits a submission. */
    const commit = (more: Partial<Envelope>, files: readonly Buffer[] = []) => {
      clock.advance(1)
      return commitOne(store, now(), more, files)
    }
    for (const name of ['c', 'd', 'e']) ids.push(await commit(key(name), [bytes]))
    const again = await store.draft()
    expect(await again.commit(envelopeOf(again, now(), key('c')))).toMatchObject({ id: ids[0] })
    // This submission and the next reuse keys from before the outage.
    await commit(key('a'))
    const differs = await commit(key('b', 'another'))
    const spam = await commit({ spam: ['links'] })
    const twin = await commitOne(other, now(), key('d'))

    expect([await store.backlog?.(), await other.backlog?.()]).toEqual([6, 1])
    expect(await store.claim(new Map([['mail', 5]]))).toEqual([])
    expect(await store.nextDue(['mail'])).toBeUndefined()
    await expect(store.count('queue')).rejects.toThrow('unavailable')
    if (held) await expect(store.settle(held, delivered)).rejects.toThrow()
    expect(alerts.map(({ kind }) => kind)).toEqual(['database', 'database'])

    await server.start()
    await advanceUntil(clock, 'available to both relays', () => alerts.filter(isAvailableAgain).length === 2)
    expect([await store.backlog?.(), await other.backlog?.()]).toEqual([0, 0])
    const stored = (await query('SELECT id FROM relay.submission ORDER BY ctid')).map(({ id }) => id)
    const [d] = stored.filter((id) => id === ids[1] || id === twin)
    expect(stored.filter((id) => id !== d)).toEqual([...known, ids[0], ids[2], differs, spam])
    expect((await readAttachment(store, ids[0] ?? ''))?.equals(bytes)).toBe(true)
    if (held) await store.settle(held, delivered)
    const due = [...stored, ...stored].filter((id) => id !== spam).sort()
    due.splice(due.indexOf(held?.envelope.id), 1)
    expect((await claimAll(other)).map(({ envelope }) => envelope.id).sort()).toEqual(due)
  })

  test('a dropped schema is recreated, and submissions accepted in the meantime are moved to it', async () => {
    const { open, now, clock, alerts, query } = await createPostgresFixture(server)
    const store = await open()
    await commitOne(store, now())
    await query('DROP SCHEMA relay CASCADE')
    const ids = [await commitOne(store, now()), await commitOne(store, now())]
    expect(await store.backlog?.()).toBe(2)
    await advanceUntil(clock, 'available again', () => alerts.some(isAvailableAgain))
    expect(await store.backlog?.()).toBe(0)
    expect(await idsOf(store)).toEqual(ids.toSorted())
  })

  test('an entry that was rejected is moved to the database after a reconnect if it is then accepted', async () => {
    const { open, now, clock, alerts, query } = await createPostgresFixture(server)
    const store = await open()
    await query(`ALTER TABLE relay.submission ADD CONSTRAINT strange CHECK (form_type <> 'strange')`)
    const id = await commitOne(store, now(), { formType: 'strange' })
    await advanceUntil(clock, 'the entry is skipped', async () => {
      clock.advance(SECOND)
      return alerts.some((alert) => alert.id === id)
    })
    await query('ALTER TABLE relay.submission DROP CONSTRAINT strange')
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'relay'`)
    await advanceUntil(clock, 'the entry is stored', async () => (await store.backlog?.()) === 0)
    expect(await idsOf(store)).toEqual([id])
  })

  test('a relay that once used the database can start with a wrong user, and stores submissions locally', async () => {
    const { now, folder, alerts, open } = await createPostgresFixture(server)
    const known = openKnownDatabases(folder)
    await (await open({ url: server.url, known })).close()
    const store = await open({ url: server.url.replace('relay@', 'stranger@'), known })
    await commitOne(store, now())
    expect(await store.backlog?.()).toBe(1)
    expect(alerts).toContainEqual({
      kind: 'database',
      detail: expect.stringMatching(/role "stranger"/),
    })
  })

  test('a relay starts during an outage, and moves its spool to the database when the outage ends', async () => {
    const { open, now, clock, folder, alerts } = await createPostgresFixture(server)
    await server.stop()
    onTestFinished(() => server.start())
    const first = await open({}, 'spool')
    const id = await commitOne(first, now())
    await first.close()
    const second = await open({}, 'spool')
    expect(await second.backlog?.()).toBe(1)
    expect(alerts.map(({ kind }) => kind)).toEqual(['database', 'database'])
    await server.start()
    await advanceUntil(clock, 'the entry is stored', async () => (await second.backlog?.()) === 0)
    expect(await idsOf(second, 'queue')).toEqual([id])
    expect(folder).toBeTruthy()
  })

  test('a relay moves all entries of its spool to the database, even delivered, dead and spam entries', async () => {
    const { open, now, clock, folder } = await createPostgresFixture(server)
    const options = { clock, targets: ['mail', 'hook'], retention: { doneDays: 30, spamDays: 30 } }
    const before = await openFolderStore({ folder: path.join(folder, 'spool'), ...options })
    const half = await commitOne(before, now(), {}, [Buffer.from('a file')])
    const dead = await commitOne(before, now(), { targets: ['mail'] })
    const done = await commitOne(before, now(), { targets: ['mail'], ...key('k') })
    const spam = await commitOne(before, now(), { spam: ['links'] })
    await claimAll(before, ['mail'])
    await settle(before, half, 'mail', delivered)
    await settle(before, dead, 'mail', { status: 'dead', detail: '550' })
    await settle(before, done, 'mail', delivered)
    await claimOne(before, ['hook'])
    await settle(before, half, 'hook', { status: 'waiting', pause: 9 * SECOND, detail: '503' })
    const entries = await listAll(before)
    await before.close()

    const store = await open({}, 'spool')
    await until('all entries are stored', async () => (await store.backlog?.()) === 0)
    const strip = (all: typeof entries) =>
      all.map(({ envelope, place, deliveries }) => ({ envelope, place, deliveries }))
    expect(strip(await listAll(store))).toEqual(strip(entries))
    expect(await store.nextDue(['mail', 'hook'])).toBe(9 * SECOND)
    expect(await readAttachment(store, half)).toEqual(Buffer.from('a file'))
    expect([await idsOf(store, 'dead'), await idsOf(store, 'spam')]).toEqual([[dead], [spam]])
    const again = await store.draft()
    expect(await again.commit(envelopeOf(again, now(), key('k')))).toMatchObject({ id: done })
    await again.discard()
  })

  test.each([
    ['is read-only', 'ALTER DATABASE relay SET default_transaction_read_only = on'],
    ['accepts no connections', 'ALTER DATABASE relay CONNECTION LIMIT 0; ALTER ROLE relay NOSUPERUSER'],
  ])('submissions are accepted while the database server is running but %s', async (_, limit) => {
    const { open, now, clock, alerts, query } = await createPostgresFixture(server)
    const store = await open()
    await commitOne(store, now())
    await server.query('CREATE ROLE admin SUPERUSER LOGIN', 'postgres').catch(() => {})
    const admin = (text: string) => server.query(text, 'postgres', 'admin')
    const lift = `ALTER DATABASE relay RESET ALL; ALTER DATABASE relay CONNECTION LIMIT -1; ALTER ROLE relay SUPERUSER`
    onTestFinished(async () => void (await admin(lift)))
    await admin(limit)
    await admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'relay'`)
    const id = await commitOne(store, now())
    clock.advance(SECOND)
    await commitOne(store, now())
    expect(await store.backlog?.()).toBe(2)
    expect(alerts.map(({ kind }) => kind)).toEqual(['database'])
    await admin(lift)
    await admin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'relay'`)
    await advanceUntil(clock, 'available again', () => alerts.some(isAvailableAgain))
    expect((await query('SELECT id FROM relay.submission')).map((row) => row.id)).toContain(id)
    expect(await store.count('queue')).toBe(3)
  })

  test('no submission is lost or duplicated when the connection drops during a commit', async () => {
    const { open, now, clock, alerts, address } = await createPostgresFixture(server)
    const proxy = await createProxy(server.port)
    const store = await open({ url: address.replace(String(server.port), String(proxy.port)) })
    proxy.swallow = true
    const id = await commitOne(store, now(), key('k'))
    const idOfFile = await commitOne(store, now(), {}, [Buffer.from('a file')])
    proxy.swallow = false
    await advanceUntil(clock, 'available again', () => alerts.some(isAvailableAgain))
    expect(await idsOf(store)).toEqual([id, idOfFile].sort())
    await store.check(idOfFile)
    expect((await claimAll(store)).map(({ envelope }) => envelope.id).sort()).toEqual(
      [id, id, idOfFile, idOfFile].sort(),
    )
  })

  test('no acknowledged submission is lost or duplicated when the server is killed under load', async () => {
    const { open, now, clock, query } = await createPostgresFixture(server)
    const stores = [await open(), await open()]
    onTestFinished(() => server.start())
    const acknowledged: string[] = []
    let over = false
    const clients = stores.map(async (store, at) => {
      for (let count = 0; !over || count < 20; count++)
        acknowledged.push(await commitOne(store, now(), key(`${at} ${count}`), count % 5 ? [] : [Buffer.alloc(5000)]))
    })
    for (let kills = 0; kills < 2; kills++) {
      const before = acknowledged.length
      await until('more submissions are acknowledged', () => acknowledged.length > before + 10)
      await server.kill()
      await server.start()
      await advanceUntil(clock, 'available again', async () => (await stores[0]?.count('queue').catch(() => -1)) !== -1)
    }
    over = true
    await Promise.all(clients)
    for (const store of stores)
      await until('all entries are stored', async () => {
        clock.advance(SECOND)
        return (await store.backlog?.()) === 0
      })
    const stored = (await query('SELECT id FROM relay.submission ORDER BY id')).map(({ id }) => id)
    expect(stored).toEqual(acknowledged.toSorted())
    expect(await stores[0]?.verify()).toEqual({ checked: stored.length, corrupt: [] })
  })

  test('an entry that the database rejects does not block other entries', async () => {
    const { open, now, clock, alerts, query } = await createPostgresFixture(server)
    const store = await open()
    await query(`ALTER TABLE relay.submission ADD CHECK (form_type <> 'strange')`)
    const strange = await commitOne(store, now(), { formType: 'strange' })
    await server.stop()
    onTestFinished(() => server.start())
    const id = await commitOne(store, now())
    await server.start()
    await advanceUntil(clock, 'the other entry is stored', async () => {
      return (await store.backlog?.()) === 1 && alerts.some((alert) => alert.id === strange)
    })
    expect(await idsOf(store)).toEqual([id])
    expect(alerts).toContainEqual({
      kind: 'database',
      id: strange,
      detail: expect.stringContaining('was not moved'),
    })
    await query('ALTER TABLE relay.submission DROP CONSTRAINT submission_form_type_check')
    clock.advance(60 * 60 * SECOND)
    clock.advance(60 * 60 * SECOND)
    await until('the rejected entry is stored', async () => {
      clock.advance(SECOND)
      return (await store.backlog?.()) === 0
    })
  })

  test('operator commands work while relays are running, and relay doctor checks the database', async () => {
    const { open, now, folder, address: url } = await createPostgresFixture(server)
    const store = await open({}, 'spool')
    const dead = await commitOne(store, now(), { targets: ['mail'] }, [Buffer.from('a file')])
    const spam = await commitOne(store, now(), { spam: ['links'], targets: ['mail'] })
    await claimOne(store)
    await settle(store, dead, 'mail', { status: 'dead', detail: '550' })
    const forms = createSiteForms()
    const targets: TargetConfig[] = [{ kind: 'file', name: 'mail', forms: [], folder: path.join(folder, 'outbox') }]
    const config = {
      ...{ spool: path.join(folder, 'spool'), store: url, targets },
      ...{ retention: { doneDays: 1, spamDays: 1 }, limits: { freeBytes: 1024 } as never },
    }
    expect((await collect(listCommand.run(config))).text).toContain('0 in queue, 1 in dead, 1 in spam')
    expect((await showCommand.run(config, { id: dead, forms })).text).toContain('table relay.submission')
    expect((await verifyCommand.run(config)).text).toBe('2 checked, 0 damaged, 0 in corrupt')
    const to = path.join(folder, 'exported')
    await collect(exportCommand.run(config, { forms, to, ids: [dead] }))
    expect(await readFile(path.join(to, dead, '0-Resume.pdf'), 'utf8')).toBe('a file')
    expect((await releaseCommand.run(config, { id: spam })).text).toContain('All running relays start delivery now.')
    await retryCommand.run(config, { id: dead })
    expect((await claimAll(store)).map(({ envelope }) => envelope.id).sort()).toEqual([dead, spam].sort())
    await dropCommand.run(config, { id: spam })
    const address = server.url.replace('relay@', '')
    await expect(showCommand.run(config, { id: spam, forms })).rejects.toThrow(`no submission ${spam} in ${address}`)
    await expect(abandonCommand.run(config, { id: dead, target: 'mail' })).rejects.toThrow('being sent')

    const examine = async () => (await doctorCommand.run(config, { forms, targets: [], dns: false })).data
    const found = (check: string, level: unknown, detail: RegExp) =>
      expect.objectContaining({ check, level, detail: expect.stringMatching(detail) })
    expect(await examine()).toEqual(
      expect.arrayContaining([
        found('database', 'ok', /PostgreSQL \d+/),
        found('database settings', 'ok', /fsync on, full_page_writes on, synchronous_commit on/),
        found('database tables', 'ok', /migration 4, current/),
        found('database clock', 'ok', /ms off/),
        found('database commit', expect.any(String), /ms$/),
        found('local spool', 'ok', /^0 waiting/),
      ]),
    )
    await server.stop()
    onTestFinished(() => server.start())
    await commitOne(store, now())
    expect(await examine()).toEqual(
      expect.arrayContaining([found('database', 'fail', /is unavailable/), found('local spool', 'warn', /^1 waiting/)]),
    )
    await expect(collect(listCommand.run(config))).rejects.toThrow(`${address}: connect ECONNREFUSED`)
  })

  test('two relays deliver all submissions, even those received during an outage, and stop cleanly', async () => {
    const { folder } = await createPostgresFixture(server)
    const outbox = path.join(folder, 'outbox')
    const start = async (name: string) => {
      const config = readConfig({
        ...{ RELAY_STORE: server.url, RELAY_SPOOL: path.join(folder, name), RELAY_OUTBOX: outbox },
        ...{ RELAY_BIND: '127.0.0.1:0', RELAY_FREE_BYTES: '0' },
      })
      const log = createLogger(new Writable({ write: (_chunk, _encoding, done) => done() }))
      const relay = await startRelay({ config, forms: createSiteForms(), log })
      onTestFinished(() => relay.close())
      return relay
    }
    const relays = [await start('one'), await start('two')] as const
    const post = async ({ address }: { address: string }, message: string) => {
      const body = JSON.stringify({ formType: 'contact', name: 'Ada', email: 'ada@b.example', brandName: 'B', message })
      const headers = { 'content-type': 'application/json', 'idempotency-key': message.replaceAll(' ', '-') }
      const answer = await fetch(`${address}${SUBMIT}`, { method: 'POST', headers, body })
      expect(answer.status).toBe(202)
      return ((await answer.json()) as { id: string }).id
    }
    const gauge = async ({ address }: { address: string }) =>
      /^relay_local_entries (\d+)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1]
    const ids = [await post(relays[0], 'hello from the first'), await post(relays[1], 'hello from the second')]
    expect(await post(relays[1], 'hello from the first')).toBe(ids[0])
    await server.stop()
    onTestFinished(() => server.start())
    ids.push(await post(relays[0], 'hello to nobody'))
    expect([await gauge(relays[0]), await gauge(relays[1])]).toEqual(['1', '0'])
    expect((await fetch(`${relays[0].address}/readyz`)).status).toBe(200)
    await server.start()
    await until('all submissions are delivered', async () => {
      const names = await readdir(outbox).catch((): string[] => [])
      return ids.every((id) => names.includes(`${id}.eml`))
    })
    expect(await gauge(relays[0])).toBe('0')
    for (const relay of relays) await relay.close()
    await until('all connections have ended', async () => {
      const left = `SELECT FROM pg_stat_activity WHERE application_name = 'relay'`
      return (await server.query(left)).length === 0
    })
  })
})

/** Creates a proxy to a server. While `swallow` is set, it closes connections instead of confirming inserts. */
async function createProxy(port: number) {
  const proxy = { swallow: false, port: 0 }
  const listener = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1')
    let mute = false
    client.on('data', (bytes) => {
      mute ||= proxy.swallow && bytes.includes('INSERT INTO relay.submission')
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (mute) client.destroy()
      else client.write(bytes)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  proxy.port = (listener.address() as net.AddressInfo).port
  onTestFinished(() => void listener.close())
  return proxy
}

test.each<[boolean, Error]>([
  [true, Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED', syscall: 'connect' })],
  [true, Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })],
  [true, Object.assign(new Error('connect ENOENT /run/.s.PGSQL.5432'), { code: 'ENOENT', syscall: 'connect' })],
  [true, Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })],
  [true, new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' })])],
  [true, new Error('Connection terminated unexpectedly')],
  [true, new Error('timeout exceeded when trying to connect')],
  [true, new Error('Query read timeout')],
  [true, new Error('Client has encountered a connection error and is not queryable')],
  [false, new Error('0.bin is missing')],
  [false, new AggregateError([new Error('0.bin is missing')])],
  [false, Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })],
  [false, new TypeError('Cannot read properties of undefined')],
])('isDatabaseUnavailable returns %s for %s', (expected, error) => {
  expect(isDatabaseUnavailable(error)).toBe(expected)
})
