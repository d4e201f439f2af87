import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../../cli/paths.ts'
import { withRequestSender } from '../../../relay/commands/change-store.ts'
import { openReader } from '../../../relay/open-store.ts'
import { openFolderReader } from '../../../relay/spool/folder-reader.ts'
import type { EntryPlace } from '../../../relay/store/store.ts'
import { type PostgresServer, postgresPrograms } from '../../relay/postgres-server.ts'
import { until } from '../../relay/until.ts'
import { SECRET } from '../soak/receivers.ts'
import { createOperator, type Operator } from './operator.ts'
import { createSubmissions, type PersonSubmission, type State, sendAll, startReceiver } from './people.ts'

interface TrialOptions {
  /** Empty folder for all data. */
  folder: string
  submissions: number
  people: number
  /** Number of people to erase. */
  erase: number
  /** Server with an empty database. Without it, the relay stores submissions in its spool. */
  server?: PostgresServer | undefined
}

/** Places of the submissions in each state. A corrupt one is delivered first; a local one is in the spool's queue. */
const PLACES: Record<State, EntryPlace> = {
  ...{ delivered: 'done', queued: 'queue', dead: 'dead', held: 'spam', corrupt: 'corrupt', local: 'queue' },
}

/**
 * Sends submissions of several people to a relay, backs everything up, erases some of the people, and restores the
 * backup. With a database, the relay is stopped before the erasure, so that its local backlog stays in the spool.
 * @returns counts, and a description of everything that is wrong
 */
export async function tryErasure({ folder, submissions: count, people, erase, server }: TrialOptions) {
  const wrong: string[] = []
  const receiver = await startReceiver()
  const operator = await createOperator(folder, {
    ...{ RELAY_TARGETS: 'file webhook', WEBHOOK_URL: receiver.url, WEBHOOK_ALLOW_PRIVATE: 'true' },
    ...{ WEBHOOK_SECRET: SECRET, ...(server && { RELAY_STORE: server.url }) },
  })
  try {
    const states: State[] = ['delivered', 'queued', 'dead', 'held', 'corrupt', ...(server ? ['local' as const] : [])]
    const all = createSubmissions(count, people, states)
    const relay = await operator.start()
    await sendAll(
      relay.address,
      all.filter(({ state }) => state !== 'local'),
    )
    await awaitPlaces(operator, all)
    await corruptSome(operator, all, server)
    if (server) {
      await server.stop()
      await sendAll(
        relay.address,
        all.filter(({ state }) => state === 'local'),
      )
      await relay.kill()
      await server.start()
    }
    const before = await takeSnapshot(operator)
    if (before.size !== count) wrong.push(`${before.size} of ${count} submissions are stored`)
    backUp(operator, server)

    const emails = [...new Set(all.map(({ email }) => email))].slice(0, erase)
    const erased = all.filter(({ email }) => emails.includes(email))
    const own = new Set([...before].filter(([, { email }]) => emails.includes(email)).map(([id]) => id))
    const times: number[] = []
    for (const email of emails) {
      const dry = await operator.run(['person', 'erase', email.toUpperCase()])
      const ids = [...before].filter(([, entry]) => entry.email === email).map(([id]) => id)
      if (dry.code !== 0 || !ids.every((id) => dry.output.includes(id))) wrong.push(`dry run: ${dry.output}`)
      if (!/ {2}webhook {2}delivered {2}\d{4}-/.test(dry.output)) wrong.push('the dry run lists no delivery')
      const { code, output, milliseconds } = await operator.run(['person', 'erase', email.toLowerCase(), '--yes'])
      if (code !== 0) wrong.push(`erase exits with ${code}: ${output}`)
      times.push(milliseconds)
    }
    wrong.push(...(await findRemains(operator, erased, server)))
    wrong.push(...compare(before, await takeSnapshot(operator), own))

    backUp(operator, server)
    if (!server) await relay.stop()
    await restore(operator, server)
    const again = await operator.start()
    if (server)
      await until('the backlog is empty', () => readdirSync(path.join(operator.config.spool, 'queue')).length === 0)
    wrong.push(...(await findRemains(operator, erased, server)).map((text) => `after the restore: ${text}`))
    wrong.push(...compare(before, await takeSnapshot(operator), own).map((text) => `after the restore: ${text}`))
    await again.stop()
    return { stored: before.size, erased: own.size, slowest: Math.max(...times), wrong }
  } finally {
    await operator.close()
    await receiver.close()
  }
}

/** Waits until all submissions that were sent have reached their places. */
async function awaitPlaces({ config }: Operator, all: readonly PersonSubmission[]): Promise<void> {
  const store = await openReader(config)
  const expected = (place: EntryPlace) =>
    all.filter(({ state }) => state !== 'local' && (state === 'corrupt' ? 'done' : PLACES[state]) === place).length
  for (const place of ['done', 'dead', 'spam'] as const)
    await until(`submissions are in ${place}`, async () => (await store.count(place)) === expected(place))
  await until('deliveries were attempted', async () => {
    for await (const { entry } of store.list({ places: ['queue'] }))
      if (entry?.deliveries.some(({ tries, status }) => tries === 0 || status === 'sending')) return false
    return true
  })
  await store.close()
}

/** Damages the files of some delivered submissions and lets the relay find them. */
async function corruptSome({ config }: Operator, all: readonly PersonSubmission[], server?: PostgresServer) {
  const names = new Set(all.filter(({ state }) => state === 'corrupt').map(({ secrets }) => secrets.at(-1)))
  const store = await openReader(config)
  for await (const { id, entry } of store.list({ places: ['done'] })) {
    if (!entry?.envelope.attachments.some(({ name }) => names.has(name.replace('.pdf', '')))) continue
    if (server) await server.query(`UPDATE relay.chunk SET bytes = bytes || 'x' WHERE submission_id = '${id}'`)
    else appendFileSync(path.join(entry.location, '0.bin'), 'x')
  }
  await store.close()
  await withRequestSender(config, (send) => send({ do: 'verify' }))
}

/** Backs up the spool with the site's script, and the database with pg_dump. */
function backUp({ config, folder }: Operator, server?: PostgresServer): void {
  const backups = path.join(folder, 'backups')
  mkdirSync(backups, { recursive: true })
  const script = path.join(projectRoot, 'cli/build/hosting/systemd/@RELAY@-backup')
  // Tar archives the queue twice and reports entries that moved meanwhile.
  execFileSync('sh', [script, config.spool, backups, '9'], { stdio: 'pipe' })
  const dump = path.join(backups, 'database.dump')
  if (server && !exists(dump)) runPostgres('pg_dump', '-Fc', '-f', dump, server.url)
}

/** Loses everything but the backups, and restores the first backup as the operator's guide says. */
async function restore({ config, folder }: Operator, server?: PostgresServer): Promise<void> {
  const backups = path.join(folder, 'backups')
  const [first = ''] = readdirSync(backups)
    .filter((name) => name.endsWith('.tgz'))
    .sort()
  rmSync(config.spool, { recursive: true })
  mkdirSync(config.spool, { mode: 0o700 })
  execFileSync('tar', ['-xpzf', path.join(backups, first), '-C', config.spool])
  cpSync(path.join(backups, 'erased'), path.join(config.spool, 'erased'), { recursive: true })
  if (!server) return
  await server.query('DROP SCHEMA relay CASCADE')
  runPostgres('pg_restore', '-d', server.url, path.join(backups, 'database.dump'))
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}

function runPostgres(program: string, ...args: string[]): Buffer {
  const options = { maxBuffer: 2 ** 30 }
  const { status, stdout, stderr } = spawnSync(path.join(postgresPrograms ?? '', program), args, options)
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return stdout
}

/** Lists personal data of these submissions in the spool, the database and the log. */
async function findRemains({ config, log }: Operator, erased: readonly PersonSubmission[], server?: PostgresServer) {
  const places = new Map<string, Buffer>([['the log', Buffer.from(log())]])
  const readAll = (file: string): void => {
    try {
      const stats = statSync(file)
      if (stats.isDirectory()) for (const name of readdirSync(file)) readAll(path.join(file, name))
      else if (stats.isFile()) places.set(file, readFileSync(file))
    } catch (error) {
      // A running relay deletes files in `tmp` and moves entries.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  readAll(config.spool)
  if (server) {
    await server.query('VACUUM FULL')
    await server.query('CHECKPOINT')
    const [row] = await server.query('SHOW data_directory')
    readAll(path.join(String(row?.data_directory), 'base'))
    places.set('the database', runPostgres('pg_dump', server.url))
  }
  const secrets = [...new Set(erased.flatMap((submission) => submission.secrets))]
  // A dump contains files in hexadecimal.
  const needles = secrets.flatMap((text) => [text, text.toLowerCase(), Buffer.from(text).toString('hex')])
  return [...places].flatMap(([place, bytes]) =>
    needles.filter((text) => bytes.includes(text)).map((text) => `${text} is in ${place}`),
  )
}

type Snapshot = Map<string, { email: string; envelope: string }>

/** Reads all submissions, and verifies those that are not corrupt. */
async function takeSnapshot({ config }: Operator): Promise<Snapshot> {
  const snapshot: Snapshot = new Map()
  for (const open of [() => openReader(config), () => openFolderReader(config.spool)]) {
    const store = await open()
    for await (const { id, place, entry } of store.list()) {
      if (place !== 'corrupt') await store.check(id)
      const { email } = entry?.envelope.values ?? {}
      snapshot.set(id, { email: String(email), envelope: JSON.stringify(entry?.envelope) })
    }
    await store.close()
  }
  return snapshot
}

/** Lists differences between snapshots, except that the erased submissions must be missing. */
function compare(before: Snapshot, after: Snapshot, erased: ReadonlySet<string>): string[] {
  return [
    ...[...before].flatMap(([id, { envelope }]) => {
      if (erased.has(id)) return after.has(id) ? [`${id} was not erased`] : []
      return after.get(id)?.envelope === envelope ? [] : [`${id} is missing or has changed`]
    }),
    ...[...after.keys()].filter((id) => !before.has(id)).map((id) => `${id} is new`),
  ]
}
