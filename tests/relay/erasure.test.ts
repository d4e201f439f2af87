import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../relay/clock.ts'
import { personEraseCommand } from '../../relay/commands/person-erase.ts'
import { personExportCommand } from '../../relay/commands/person-export.ts'
import { verifyCommand } from '../../relay/commands/verify.ts'
import { openStore } from '../../relay/open-store.ts'
import { findErased } from '../../relay/postgres/erasures.ts'
import { openErasureRecords } from '../../relay/spool/erasures.ts'
import type { Store } from '../../relay/store/store.ts'
import type { TargetConfig } from '../../relay/targets/targets.ts'
import { createOperator } from '../chaos/erasure/operator.ts'
import { tryErasure } from '../chaos/erasure/trial.ts'
import { needs } from '../needs.ts'
import { triesAllCases } from '../sampled.ts'
import { claimOne, delivered, listAll, settle } from './claims.ts'
import { collect } from './collect.ts'
import { createPostgresFixture } from './postgres-fixture.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { createSiteForms } from './site-forms.ts'
import { commitOne, createSpoolFixture, temporaryFolder } from './spool-fixture.ts'
import { until } from './until.ts'

const forms = createSiteForms()
const ADA = 'ada@brand.example'
const BOB = { values: { name: 'Bob', email: 'bob@brand.example', message: ADA } }
const SIZE = { submissions: 60, people: 6, erase: 1 }

async function createFixture() {
  const spool = await createSpoolFixture({ targets: ['mail'] })
  const targets: TargetConfig[] = [
    { kind: 'file', name: 'mail', forms: [], folder: path.join(spool.folder, '../outbox') },
  ]
  const config = { spool: spool.folder, store: undefined, targets, retention: { doneDays: 30, spamDays: 30 } }
  const store = await spool.open()
  const commit = (more?: Parameters<typeof commitOne>[2], files?: readonly Buffer[]) => {
    // Makes the ids sort by commit.
    spool.clock.advance(1)
    return commitOne(store, spool.clock.now(), { targets: ['mail'], ...more }, files)
  }
  const erase = (yes = true, email = ADA) => personEraseCommand.run(config, { email, forms, yes })
  return { ...spool, config, store, commit, erase }
}

const idsOf = async (store: Store) => (await listAll(store)).map(({ envelope }) => envelope.id).sort()

// `npm run chaos erasure` does the same with 1,000 submissions.
test('no byte of an erased person remains in the spool, the log or a restored backup', async () => {
  const result = await tryErasure({ ...SIZE, folder: await temporaryFolder() })
  expect(result).toMatchObject({ stored: 60, erased: 10, wrong: [] })
})

test('erase without --yes lists submissions and deliveries with time and files, and deletes nothing', async () => {
  const { config, store, commit, erase, clock } = await createFixture()
  const sent = await commit({}, [Buffer.from('file')])
  const receivedAt = new Date(clock.now()).toISOString()
  await claimOne(store)
  clock.advance(1)
  await settle(store, sent, 'mail', delivered)
  const deliveredAt = new Date(clock.now()).toISOString()
  const held = await commit({ spam: ['links'] })
  const [waiting, tried, sending] = [await commit(), await commit(), await commit()]
  const other = await commit(BOB)
  for (const id of [waiting, tried, sending]) expect((await claimOne(store))?.envelope.id).toBe(id)
  await settle(store, waiting, 'mail', { status: 'interrupted', detail: 'stopped' })
  await settle(store, tried, 'mail', { status: 'waiting', pause: 1, detail: '451' })
  const at = new Date(clock.now()).toISOString()
  const { data, text, ok } = await erase(false)
  expect(ok).toBe(true)
  const outbox = path.join(config.spool, '../outbox')
  const [eml, json] = [`${outbox}/${sent}.eml`, `${outbox}/${sent}.json`]
  expect(
    data.submissions.map(({ id, place, attachments, deliveries }) => [id, place, attachments, deliveries]),
  ).toEqual([
    [sent, 'done', 1, [{ target: 'mail', outcome: 'delivered', at: deliveredAt, files: [eml, json] }]],
    [held, 'spam', 0, []],
    [waiting, 'queue', 0, [expect.objectContaining({ outcome: 'attempted', at })]],
    [tried, 'queue', 0, [expect.objectContaining({ outcome: 'attempted', at })]],
    [sending, 'queue', 0, [expect.objectContaining({ outcome: 'sending', at: null })]],
  ])
  expect(text).toContain(
    `${sent}  ${receivedAt}  done   contact  1 file\n  mail  delivered  ${deliveredAt}  ${eml}  ${json}\n`,
  )
  expect(text).toContain('5 submissions found. Nothing was deleted. To delete them, add --yes.')
  expect(text).not.toMatch(/Ada|Lind|brand\.example/)
  expect(await idsOf(store)).toEqual([sent, held, waiting, tried, sending, other].sort())
})

test('a person is found by the exact address in email fields only, and in fields that no longer exist', async () => {
  const { commit, erase } = await createFixture()
  const found = [
    await commit({ values: { email: ' ADA@Brand.Example ' } }),
    await commit({ formType: 'gone', values: { contact: ADA } }),
    await commit({ values: { formerField: ['x', ADA] } }),
  ]
  for (const values of [
    { message: ADA, email: 'bob@brand.example' },
    { email: `x${ADA}` },
    { email: 'ada+x@brand.example' },
    { former: `write to ${ADA}` },
  ])
    await commit({ values })
  expect((await erase(false)).data.submissions.map(({ id }) => id)).toEqual(found)
})

test('an address with a Unicode domain finds the submissions that browsers sent with an ASCII domain', async () => {
  const { commit, erase } = await createFixture()
  const id = await commit({ values: { email: 'ada@xn--mller-kva.example' } })
  expect((await erase(false, 'Ada@MÜLLER.example')).data.submissions).toMatchObject([{ id }])
})

test('an unreadable submission causes a warning and is kept; all others are erased', async () => {
  const { commit, erase, store, folder, config } = await createFixture()
  const id = await commit()
  const [bad, parked] = [await commit(), await commit()]
  for (const one of [bad, parked]) await writeFile(path.join(folder, 'queue', one, 'envelope.json'), 'x')
  await rename(path.join(folder, 'queue', parked), path.join(folder, 'corrupt', parked))
  const { ok, warnings, text } = await erase()
  expect([ok, text]).toEqual([false, expect.stringMatching(/1 submission deleted\.$/)])
  expect(warnings).toEqual([
    `queue/${bad} damaged: envelope.json does not match its checksum. Check by hand whether it is from this person.`,
    `corrupt/${parked} damaged: damaged. Check by hand whether it is from this person.`,
  ])
  expect(await store.read(id)).toBeUndefined()
  expect((await erase()).ok).toBe(false)
  const exported = await personExportCommand.run(config, { email: ADA, forms, to: undefined })
  expect((await collect(Promise.resolve(exported))).warnings).toHaveLength(2)
  expect(exported.end().ok).toBe(false)
})

test('export writes the submissions of one person in every place, with files that only the user can read', async () => {
  const { commit, config, folder } = await createFixture()
  const ids = [await commit({}, [Buffer.from('a file')]), await commit({ spam: ['links'] })]
  await commit(BOB)
  const to = path.join(folder, '../out')
  const { text } = await collect(personExportCommand.run(config, { email: ADA, forms, to }))
  expect(text).toBe(`2 written to ${to}`)
  expect((await readdir(to)).sort()).toEqual(ids)
  expect(await readFile(path.join(to, ids[0] ?? '', '0-Resume.pdf'), 'utf8')).toBe('a file')
  const lines = await collect(personExportCommand.run(config, { email: ADA, forms, to: undefined }))
  expect(lines.data).toMatchObject([
    { id: ids[0], place: 'queue', values: { email: ADA } },
    { id: ids[1], place: 'spam' },
  ])
  await expect(collect(personExportCommand.run(config, { email: 'x@y.example', forms, to }))).rejects.toThrow(
    'No stored submission has the address x@y.example.',
  )
})

test('a relay deletes erased submissions from every place when it starts, and keeps only the record', async () => {
  const { commit, store, folder, open, erase, alerts } = await createFixture()
  const id = await commit({ idempotency: { key: 'k', payload: 'p' } }, [Buffer.from('file')])
  const other = await commit(BOB)
  const backup = path.join(folder, '../backup')
  await cp(path.join(folder, 'queue', id), backup, { recursive: true })
  await erase()
  await store.close()
  for (const place of ['queue', 'dead', 'spam', 'corrupt', 'done/2026-01-05'])
    await cp(backup, path.join(folder, place, id), { recursive: true })
  const again = await open()
  expect(await idsOf(again)).toEqual([other])
  expect(alerts).toEqual([])
  expect((await claimOne(again))?.envelope.id).toBe(other)
  // The key of an erased submission can be used again.
  await commitOne(again, 0, { idempotency: { key: 'k', payload: 'p' } })
  expect(await readFile(path.join(folder, 'erased', id), 'utf8')).toMatch(/^2026-01-05T09:00:00\.\d{3}Z\n$/)
})

test('erase deletes what an interrupted erasure left in the trash, even if no submission has the address', async () => {
  const { erase, folder, names } = await createFixture()
  await mkdir(path.join(folder, 'tmp/removed-1'))
  await expect(erase()).rejects.toThrow('No stored submission has the address')
  expect(await names('tmp')).toEqual([])
})

/** Commits two submissions of Ada and, if there is none yet, one of Bob. */
async function commitBoth(config: Awaited<ReturnType<typeof createOperator>>['config']) {
  const store = await openStore(config, { clock: systemClock })
  const ids = [
    await commitOne(store, Date.now(), {}, [Buffer.from('secret file')]),
    await commitOne(store, Date.now(), { spam: ['links'] }),
  ]
  if ((await listAll(store)).length === 2) await commitOne(store, Date.now(), BOB)
  await store.close()
  return ids
}

/** Runs the erasure again in this process. An interrupted one may have deleted all submissions already. */
const eraseAgain = (config: Parameters<typeof personEraseCommand.run>[0]) =>
  personEraseCommand
    .run(config, { email: ADA, forms, yes: true })
    .catch(({ message }: Error) => expect(message).toBe(`No stored submission has the address ${ADA}.`))

/** Kills the process at every fourth call or query; in the chaos suite, at each. */
const STEP = triesAllCases ? 1 : 4

const COMMAND = ['person', 'erase', ADA, '--yes']

test(
  'an erasure that is killed at any system call is completed by a restart or a second run',
  needs('strace'),
  async () => {
    const operator = await createOperator(await temporaryFolder(), { UV_THREADPOOL_SIZE: '1' })
    onTestFinished(async () => void (await operator.close()))
    const { config, run } = operator
    let kills = 0
    for (const call of ['mkdir', 'rename', 'unlink', 'rmdir', 'fsync', 'fdatasync'])
      for (let count = 1, killed = true; killed; count += STEP) {
        const ids = await commitBoth(config)
        const options = ['-f', '-qq', '-o', '/dev/null', '-e', `inject=${call}:signal=KILL:when=${count}`]
        killed = (await run(COMMAND, ['strace', ...options, '-e', `trace=${call}`])).code === 'SIGKILL'
        if (killed) kills++
        if (kills % 2 === 0) {
          const recorded = await openErasureRecords(config.spool).list()
          const store = await openStore(config, { clock: systemClock })
          expect((await idsOf(store)).filter((id) => recorded.has(id))).toEqual([])
          await store.close()
        }
        await eraseAgain(config)
        for (const name of await readdir(config.spool, { recursive: true })) {
          const text = await readFile(path.join(config.spool, name), 'utf8').catch(() => '')
          expect(text).not.toMatch(/Ada Lind|secret file/)
          expect(ids.includes(path.basename(name)) && path.dirname(name) !== 'erased').toBe(false)
        }
        expect((await verifyCommand.run(config)).text).toBe('1 checked, 0 damaged, 0 in corrupt')
      }
    expect(kills * STEP).toBeGreaterThan(20)
  },
)

describe('with a database', needs('postgres'), () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  test('no byte of an erased person remains in the spool, the database, the log or a restored backup', async () => {
    await server.query('DROP SCHEMA IF EXISTS relay CASCADE')
    const result = await tryErasure({ ...SIZE, folder: await temporaryFolder(), server })
    expect(result).toMatchObject({ stored: 60, erased: 10, wrong: [] })
  })

  test('an erasure that is killed at any query is completed by another run', async () => {
    await server.query('DROP SCHEMA IF EXISTS relay, fake CASCADE')
    let left = Number.POSITIVE_INFINITY
    const proxy = net.createServer((client) => {
      const upstream = net.connect(server.port, '127.0.0.1')
      client.on('data', (bytes) => {
        // Counts from the query that records the erasures.
        if (left === Number.POSITIVE_INFINITY && bytes.includes('INTO relay.erased')) left = kills * STEP
        if (left-- > 0) upstream.write(bytes)
        else void operator.close()
      })
      for (const socket of [client, upstream]) socket.on('error', () => {})
      upstream.pipe(client)
      client.on('close', () => upstream.destroy())
    })
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void proxy.close())
    const url = server.url.replace(`:${server.port}`, `:${(proxy.address() as AddressInfo).port}`)
    const operator = await createOperator(await temporaryFolder(), { RELAY_STORE: url })
    onTestFinished(async () => void (await operator.close()))
    const config = { ...operator.config, store: server.url }
    let kills = 0
    for (let killed = true; killed; kills++) {
      await commitBoth(config)
      left = Number.POSITIVE_INFINITY
      killed = (await operator.run(COMMAND)).code === 'SIGKILL'
      await eraseAgain(config)
      const rows = await server.query('SELECT envelope FROM relay.submission')
      expect(rows).toEqual([{ envelope: expect.stringContaining('bob@') }])
      expect(await server.query('SELECT FROM relay.chunk')).toEqual([])
      expect((await verifyCommand.run(config)).text).toBe('1 checked, 0 damaged, 0 in corrupt')
    }
    expect(kills * STEP).toBeGreaterThan(10)
  })

  test('erase works while relays are running, and records the erasure in the database and in the spool', async () => {
    const { open, now, query, folder, address } = await createPostgresFixture(server)
    const store = await open({}, 'one')
    const [id, other] = [await commitOne(store, now(), {}, [Buffer.from('x')]), await commitOne(store, now(), BOB)]
    await claimOne(store)
    const spool = path.join(folder, 'one')
    const config = { spool, store: address, targets: [], retention: { doneDays: 1, spamDays: 1 } }
    const { text } = await personEraseCommand.run(config, { email: ADA, forms, yes: true })
    expect(text).toContain('1 submission deleted.')
    expect(await idsOf(store)).toEqual([other])
    expect(await query('SELECT id FROM relay.erased')).toEqual([{ id }])
    expect([...(await openErasureRecords(spool).list())]).toEqual([id])
  })

  test('records of erasures are copied between the spool and the database when a relay starts', async () => {
    const { open, now, query, folder } = await createPostgresFixture(server)
    const erasures = ['one', 'two'].map((name) => openErasureRecords(path.join(folder, name))) as [
      ReturnType<typeof openErasureRecords>,
      ReturnType<typeof openErasureRecords>,
    ]
    const store = await open({ erasures: erasures[0] }, 'one')
    const [id, other] = [
      await commitOne(store, now(), { idempotency: { key: 'k', payload: 'p' } }),
      await commitOne(store, now(), BOB),
    ]
    await erasures[0].add([id], now())
    await store.close()
    const next = await open({ erasures: erasures[0] }, 'one')
    expect(await idsOf(next)).toEqual([other])
    expect(await query('SELECT FROM relay.idempotency')).toEqual([])
    await next.close()
    await open({ erasures: erasures[1] }, 'two')
    expect([...(await erasures[1].list())]).toEqual([id])
  })

  test('a submission in a local backlog is not moved to the database if it was erased there', async () => {
    const { open, now, query, folder, clock } = await createPostgresFixture(server)
    await (await open()).close()
    const spool = path.join(folder, 'two')
    const config = { spool, store: undefined, targets: [], retention: { doneDays: 30, spamDays: 30 } }
    const local = await openStore(config, { clock })
    const [id, other] = [await commitOne(local, now()), await commitOne(local, now(), BOB)]
    await local.close()
    await query(`INSERT INTO relay.erased VALUES ('${id}')`)
    const store = await open({}, 'two')
    await until('the backlog is empty', async () => (await store.backlog?.()) === 0)
    expect(await idsOf(store)).toEqual([other])
  })

  test('an erasure waits until submissions that are being moved to the database are stored', async () => {
    const { open, now, query, address } = await createPostgresFixture(server)
    const store = await open()
    const id = await commitOne(store, now())
    const moving = new Client({ connectionString: address })
    await moving.connect()
    await moving.query('BEGIN')
    expect(await findErased(moving, [id])).toEqual(new Set())
    const erasing = store.erase([id])
    await until('it waits', async () => {
      return (await query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).length === 1
    })
    expect(await idsOf(store)).toEqual([id])
    await moving.query('COMMIT')
    await moving.end()
    expect(await erasing).toEqual([])
    expect(await idsOf(store)).toEqual([])
  })

  test('erase deletes nothing and asks for a restart if no relay of this version has migrated the database yet', async () => {
    const { open, now, address, folder } = await createPostgresFixture(server)
    const store = await open({}, 'one')
    const id = await commitOne(store, now())
    await server.query('DELETE FROM relay.migration WHERE number > 1')
    const config = {
      ...{ spool: path.join(folder, 'one'), store: address, targets: [], retention: { doneDays: 1, spamDays: 1 } },
    }
    await expect(personEraseCommand.run(config, { email: ADA, forms, yes: true })).rejects.toThrow(
      'no relay of this version has used it yet',
    )
    expect(await idsOf(store)).toEqual([id])
  })
})
