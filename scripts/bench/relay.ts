import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type PostgresServer, startPostgres } from '../../tests/relay/postgres-server.ts'
import { type Child, spawnChild } from './child.ts'
import { makeRealFolder, measureSync } from './disk.ts'
import { type LoadFigures, putLoad } from './load.ts'
import { awaitDelivery, needForms, spawnRelay } from './relay-child.ts'
import { createApplication, createDocument, createLead, type Submission } from './submission.ts'

interface Row {
  name: string
  clients: number
  next(): Submission
  server: 'bare' | 'relay' | 'relay whose mail server hangs'
}

/** Milliseconds that a backlog may take. */
const BOUND = 120_000
const MB = 1024 ** 2
const HEAD = [
  'case',
  'clients',
  'posts/s',
  'p50 ms',
  'p99 ms',
  'max ms',
  'backlog',
  'then s',
  'peak MB',
  'log lines',
  'sync ms',
]

const document = createDocument(8 * MB)
const lead = (clients: number, server: Row['server'], name: string): Row => ({
  ...{ name, clients, server },
  next: createLead,
})
const rows: Row[] = [
  ...[1, 16, 64].map((clients) => lead(clients, 'bare', 'bare Express, nothing kept')),
  ...[1, 16, 64].map((clients) => lead(clients, 'relay', 'leads, all synced')),
  lead(16, 'relay whose mail server hangs', 'leads, mail server hangs'),
  { name: '8 MB resumes, all synced', clients: 4, next: () => createApplication(document), server: 'relay' },
]

/**
 * The real relay under load, each row with a process and a spool of its own; its log is read from a pipe. `backlog`
 * is what waited for delivery when the load ended, `then s` how long that took. ROWS='synced 16' measures only
 * the rows with this in name and clients. `--store postgres` has them keep submissions in a server of its own. `sync ms` is the disk alone, before the row: it tells whether rows can be compared.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { store: { type: 'string' } } })
  await needForms()
  const folder = makeRealFolder()
  // The server is another user.
  chmodSync(folder, 0o711)
  const database = values.store === 'postgres' ? await startPostgres(folder) : undefined
  const chosen = rows.filter(({ name, clients }) => `${name} ${clients}`.includes(process.env.ROWS ?? ''))
  print(HEAD)
  try {
    for (const [index, row] of chosen.entries()) print(await measure(row, path.join(folder, String(index)), database))
  } finally {
    await database?.remove()
    // Only now: what is removed keeps the disk busy for a while.
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(row: Row, folder: string, database?: PostgresServer): Promise<string[]> {
  mkdirSync(folder)
  await database?.query('DROP SCHEMA IF EXISTS relay CASCADE')
  const sync = measureSync(folder)
  const silent = await listenInSilence()
  const hangs = row.server === 'relay whose mail server hangs'
  const mail = {
    RELAY_TARGETS: 'smtp',
    SMTP_URL: silent.url,
    SMTP_FROM: 'site@bench.example',
    MAIL_TO: 'a@bench.example',
  }
  const spawned =
    row.server === 'bare'
      ? spawnChild([path.join('scripts', 'bench', 'bare-server.ts')], {})
      : spawnRelay(folder, { ...(hangs ? mail : {}), ...(database ? { RELAY_STORE: database.url } : {}) })
  try {
    const server = await spawned.started()
    const figures = await putLoad(server.address, {
      clients: row.clients,
      warmUp: 1000,
      measured: 5000,
      next: row.next,
    })
    const cells = await rest(row, server, path.join(folder, 'spool'), database)
    return [row.name, String(row.clients), ...speeds(figures), ...cells, sync.toFixed(2)]
  } finally {
    await spawned.kill()
    await silent.close()
  }
}

async function rest({ server: kind }: Row, server: Child, spool: string, database?: PostgresServer) {
  if (kind === 'bare') return ['-', '-', (server.peak() / MB).toFixed(0), '-']
  const count = database && (() => countWaiting(database))
  const { waiting, took } = await awaitDelivery(spool, kind === 'relay' ? BOUND : 0, count)
  const seconds = Number.isNaN(took) ? '-' : (took / 1000).toFixed(1)
  return [String(waiting), seconds, (server.peak() / MB).toFixed(0), String(server.lines())]
}

async function countWaiting({ query }: PostgresServer): Promise<number> {
  const [row] = await query(`SELECT count(*)::int AS waiting FROM relay.submission WHERE place = 'queue'`)
  return Number(row?.waiting)
}

function speeds({ perSecond, p50, p99, longest }: LoadFigures): string[] {
  return [perSecond.toFixed(perSecond < 100 ? 1 : 0), ...[p50, p99, longest].map((time) => time.toFixed(1))]
}

function print([name = '', ...cells]: string[]): void {
  process.stdout.write(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(11)).join('')}\n`)
}

/** A mail server that takes connections and says nothing, so that nothing is delivered beside the load. */
async function listenInSilence() {
  const server = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    // The relay, which holds the connections, is gone by then.
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
