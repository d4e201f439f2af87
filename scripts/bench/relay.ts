import { mkdirSync } from 'node:fs'
import http from 'node:http'
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Child, spawnChild } from '../../tests/chaos/child.ts'
import { createClient } from '../../tests/chaos/client.ts'
import { measureSync } from '../../tests/chaos/disk.ts'
import { awaitDelivery, buildRelay, spawnRelay } from '../../tests/chaos/relay-child.ts'
import { createApplication, createDocument, createLead, type Submission } from '../../tests/chaos/submission.ts'
import type { PostgresServer } from '../../tests/relay/postgres-server.ts'
import { quantile } from './quantile.ts'
import { withStore } from './with-store.ts'

/** The relay, or a plain server that makes this many syncs per submission. See plain-server.mjs. */
type Server = 'relay' | '0' | '1' | '3'

interface Row {
  name: string
  clients: number
  next(): Submission
  server: Server
  /** Starts the receiver of deliveries; by default, deliveries are written to files. */
  sink?: () => Promise<Sink>
}

/** Durations in milliseconds of the warm-up, which is not measured, and of the measurement. */
const WARM_UP_MS = 1000
const MEASURED_MS = 5000
const MAX_DRAIN_MS = 120_000
const MB = 1024 ** 2
const HEAD = [
  ...['case', 'clients', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'backlog', 'then /s', 'peak MB', 'log lines'],
  ...['sync ms', '× 0 syncs', '× 1 sync', '× 3 syncs'],
]

/** Settings of the shipped unit and image. */
const FLAGS = { NODE_OPTIONS: '--max-semi-space-size=4', MALLOC_ARENA_MAX: '2' }

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const document = createDocument(8 * MB)
const lead = (clients: number, server: Row['server'], name: string, sink?: Row['sink']): Row => ({
  name,
  clients,
  server,
  ...(sink ? { sink } : {}),
  next: createLead,
})
const CLIENTS = [1, 16, 64]
const rows: Row[] = [
  ...CLIENTS.map((clients) => lead(clients, '0', 'plain, nothing stored')),
  ...CLIENTS.map((clients) => lead(clients, '1', 'plain, 1 sync')),
  ...CLIENTS.map((clients) => lead(clients, '3', 'plain, 3 syncs')),
  ...CLIENTS.map((clients) => lead(clients, 'relay', 'leads, all synced')),
  lead(16, 'relay', 'leads, mail server hangs', startSilentMailServer),
  lead(16, 'relay', 'leads, fast mail server', startFastMailServer),
  lead(16, 'relay', 'leads, fast webhook', startFastWebhook),
  ...[4, 64].map(
    (clients): Row => ({
      name: '8 MB resumes, all synced',
      clients,
      next: () => createApplication(document),
      server: 'relay',
    }),
  ),
]

/**
 * Measures the built relay under load. Each row has its own process and spool; the relay writes its log to a pipe.
 * `backlog` is the number of pending deliveries when the load ends, and `then /s` is the rate at which they are
 * delivered afterwards. By default, the relay delivers to files. ROWS='synced 16' measures only rows whose name and
 * number of clients contain this text. `--store postgres` stores submissions in a separate database server. `sync ms`
 * is the disk's sync time, measured before each row; rows with similar sync times are comparable. The last columns are
 * ratios to the requests per second of the plain servers.
 */
export function run(args: string[]): Promise<void> {
  return withStore(args, async (folder, database) => {
    const chosen = rows.filter(({ name, clients }) => `${name} ${clients}`.includes(process.env.ROWS ?? ''))
    const program = await buildRelay(path.join(folder, 'build'))
    print(HEAD)
    // Each row leaves its folder in place, because deleting it would keep the disk busy during the next row.
    const plain = new Map<string, number>()
    for (const [index, row] of chosen.entries()) {
      const cells = await measure(row, path.join(folder, String(index)), program, database)
      const rate = Number(cells[2])
      plain.set(`${row.server} ${row.clients}`, rate)
      const comparable = row.next === createLead ? ['0', '1', '3'] : []
      const ratios = comparable.map((server) => rate / (plain.get(`${server} ${row.clients}`) ?? Number.NaN))
      print([...cells, ...ratios.map((ratio) => (Number.isNaN(ratio) ? '-' : ratio.toFixed(2)))])
    }
  })
}

async function measure(row: Row, folder: string, program: string, database?: PostgresServer): Promise<string[]> {
  mkdirSync(folder)
  await database?.query('DROP SCHEMA IF EXISTS relay CASCADE')
  const sync = measureSync(folder)
  const sink = await row.sink?.()
  const spawned =
    row.server !== 'relay'
      ? spawnChild([path.join('scripts', 'bench', 'plain-server.mjs'), row.server, folder], {})
      : spawnRelay(folder, { ...targetOf(sink), ...FLAGS, ...(database ? { RELAY_STORE: database.url } : {}) }, program)
  try {
    const server = await spawned.started()
    const speeds = await generateLoad(server.address, row)
    const cells = await measureBacklog(row, server, path.join(folder, 'spool'), database)
    return [row.name, String(row.clients), ...speeds, ...cells, sync.toFixed(2)]
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
  if (kind !== 'relay') return ['-', '-', (server.peak() / MB).toFixed(0), '-']
  const count = database && (() => countWaiting(database))
  const { waiting, took } = await awaitDelivery(spool, sink === startSilentMailServer ? 0 : MAX_DRAIN_MS, count)
  const drained = Number.isNaN(took) ? '-' : (waiting / (took / 1000)).toFixed(0)
  return [String(waiting), drained, (server.peak() / MB).toFixed(0), String(server.lines())]
}

async function countWaiting({ query }: PostgresServer): Promise<number> {
  const [row] = await query(`SELECT count(*)::int AS waiting FROM relay.submission WHERE place = 'queue'`)
  return Number(row?.waiting)
}

/**
 * Sends submissions from concurrent clients. Each client sends the next one as soon as the previous response arrives.
 * @returns submissions per second, and the median, 99th percentile and maximum of the response times in milliseconds
 * @throws Error if a submission is not accepted
 */
async function generateLoad(address: string, { clients, next }: Row): Promise<string[]> {
  const begin = performance.now() + WARM_UP_MS
  const end = begin + MEASURED_MS
  const times: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = createClient()
      for (let now = performance.now(); now < end; now = performance.now()) {
        const { status, text } = await client.post(address, next())
        if (status !== 202) throw new Error(`status ${status}: ${text}`)
        const done = performance.now()
        if (done >= begin && done < end) times.push(done - now)
      }
      client.close()
    }),
  )
  const quantiles = [0.5, 0.99, 1].map((share) => quantile(times, share))
  const perSecond = times.length / (MEASURED_MS / 1000)
  const figures = quantiles.map((time) => (Number.isNaN(time) ? '-' : time.toFixed(1)))
  return [perSecond.toFixed(perSecond < 100 ? 1 : 0), ...figures]
}

function print([name = '', ...cells]: string[]): void {
  process.stdout.write(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(11)).join('')}\n`)
}

/** A receiver on a loopback port. */
interface Sink {
  url: string
  close(): Promise<unknown>
}

/** Starts a mail server that accepts connections but never responds, so that nothing is delivered during the load. */
function startSilentMailServer(): Promise<Sink> {
  const server = createServer((socket) => socket.on('error', () => {}))
  return listen('smtp', server)
}

/**
 * Starts a mail server that responds at once and stores nothing. `smtp-server`, which tests use, delays its greeting by
 * a fixed 100 ms, which would dominate the result.
 */
function startFastMailServer(): Promise<Sink> {
  const server = createServer({ noDelay: true }, (socket) => {
    let data = false
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    createInterface(socket).on('line', (line) => {
      if (data && line !== '.') return
      const command = line.slice(0, 4).toUpperCase()
      const answer = command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok'
      data = command === 'DATA'
      socket.write(`${answer}\r\n`)
      if (command === 'QUIT') socket.end()
    })
  })
  return listen('smtp', server)
}

function startFastWebhook(): Promise<Sink> {
  const server = http.createServer((req, res) => {
    req.resume().on('end', () => res.writeHead(204).end())
  })
  return listen('http', server)
}

async function listen(scheme: string, server: NetServer): Promise<Sink> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // When `close` is called, the relay has exited and its connections are closed.
  return { url: `${scheme}://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}
