import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Child, spawnChild } from '../../tests/chaos/child.ts'
import { makeRealFolder, measureSync } from '../../tests/chaos/disk.ts'
import { awaitDelivery, needForms, spawnRelay } from '../../tests/chaos/relay-child.ts'
import { createApplication, createDocument, createLead, type Submission } from '../../tests/chaos/submission.ts'
import { type PostgresServer, startPostgres } from '../../tests/relay/postgres-server.ts'
import { generateLoad, type LoadResult } from './load.ts'
import { type Sink, startFastMailServer, startFastWebhook, startSilentMailServer } from './sinks.ts'

interface Row {
  name: string
  clients: number
  next(): Submission
  server: 'bare' | 'relay'
  /** Starts the receiver of deliveries; by default, deliveries are written to files. */
  sink?: () => Promise<Sink>
}

/** Maximum time to deliver a backlog, in milliseconds. */
const MAX_DRAIN_MS = 120_000
const MB = 1024 ** 2
const HEAD = [
  'case',
  'clients',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'max ms',
  'backlog',
  'then /s',
  'peak MB',
  'log lines',
  'sync ms',
]

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const document = createDocument(8 * MB)
const lead = (clients: number, server: Row['server'], name: string, sink?: Row['sink']): Row => ({
  ...{ name, clients, server, ...(sink ? { sink } : {}) },
  next: createLead,
})
const rows: Row[] = [
  ...[1, 16, 64].map((clients) => lead(clients, 'bare', 'bare Express, nothing stored')),
  ...[1, 16, 64].map((clients) => lead(clients, 'relay', 'leads, all synced')),
  lead(16, 'relay', 'leads, mail server hangs', startSilentMailServer),
  lead(16, 'relay', 'leads, fast mail server', startFastMailServer),
  lead(16, 'relay', 'leads, fast webhook', startFastWebhook),
  { name: '8 MB resumes, all synced', clients: 4, next: () => createApplication(document), server: 'relay' },
]

/**
 * Measures the real relay under load. Each row has its own process and spool; the relay writes its log to a pipe.
 * `backlog` is the number of pending deliveries when the load ends, and `then /s` is the rate at which they are
 * delivered afterwards. By default, the relay delivers to files. ROWS='synced 16' measures only rows whose name and
 * number of clients contain this text. `--store postgres` stores submissions in a separate database server. `sync ms`
 * is the disk's sync time, measured before each row; rows with similar sync times are comparable.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { store: { type: 'string' } } })
  await needForms()
  const folder = makeRealFolder()
  // Lets the database server, which runs as a different user, access the folder.
  chmodSync(folder, 0o711)
  const database = values.store === 'postgres' ? await startPostgres(folder) : undefined
  const chosen = rows.filter(({ name, clients }) => `${name} ${clients}`.includes(process.env.ROWS ?? ''))
  print(HEAD)
  try {
    for (const [index, row] of chosen.entries()) print(await measure(row, path.join(folder, String(index)), database))
  } finally {
    await database?.remove()
    // Delete the folder only after the last row, because deleting it keeps the disk busy.
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(row: Row, folder: string, database?: PostgresServer): Promise<string[]> {
  mkdirSync(folder)
  await database?.query('DROP SCHEMA IF EXISTS relay CASCADE')
  const sync = measureSync(folder)
  const sink = await row.sink?.()
  const spawned =
    row.server === 'bare'
      ? spawnChild([path.join('scripts', 'bench', 'bare-server.ts')], {})
      : spawnRelay(folder, { ...targetOf(sink), ...(database ? { RELAY_STORE: database.url } : {}) })
  try {
    const server = await spawned.started()
    const figures = await generateLoad(server.address, {
      clients: row.clients,
      warmUp: 1000,
      measured: 5000,
      next: row.next,
    })
    const cells = await measureBacklog(row, server, path.join(folder, 'spool'), database)
    return [row.name, String(row.clients), ...speeds(figures), ...cells, sync.toFixed(2)]
  } finally {
    await spawned.kill()
    await sink?.close()
  }
}

function targetOf(sink: Sink | undefined): NodeJS.ProcessEnv {
  if (!sink) return {}
  if (sink.url.startsWith('smtp'))
    return { RELAY_TARGETS: 'smtp', SMTP_URL: sink.url, SMTP_FROM: 'site@bench.example', MAIL_TO: 'a@bench.example' }
  return { RELAY_TARGETS: 'webhook', WEBHOOK_URL: sink.url, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' }
}

async function measureBacklog({ server: kind, sink }: Row, server: Child, spool: string, database?: PostgresServer) {
  if (kind === 'bare') return ['-', '-', (server.peak() / MB).toFixed(0), '-']
  const count = database && (() => countWaiting(database))
  const { waiting, took } = await awaitDelivery(spool, sink === startSilentMailServer ? 0 : MAX_DRAIN_MS, count)
  const drained = Number.isNaN(took) ? '-' : (waiting / (took / 1000)).toFixed(0)
  return [String(waiting), drained, (server.peak() / MB).toFixed(0), String(server.lines())]
}

async function countWaiting({ query }: PostgresServer): Promise<number> {
  const [row] = await query(`SELECT count(*)::int AS waiting FROM relay.submission WHERE place = 'queue'`)
  return Number(row?.waiting)
}

function speeds({ perSecond, p50, p99, longest }: LoadResult): string[] {
  return [perSecond.toFixed(perSecond < 100 ? 1 : 0), ...[p50, p99, longest].map((time) => time.toFixed(1))]
}

function print([name = '', ...cells]: string[]): void {
  process.stdout.write(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(11)).join('')}\n`)
}
