import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Config } from '../config.ts'
import { type Bind, hostAndPort } from './passed-socket.ts'

interface Fault {
  status: number
  code: string
  detail: string
}

/** Requests that are cut off or not HTTP never reach the app; they are answered here. */
const FAULTS: Record<string, Fault> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', detail: 'The request took too long.' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'malformed', detail: 'The headers are too large.' },
}
const MALFORMED = { status: 400, code: 'malformed', detail: 'The request is not well-formed.' }
const NOT_FOUND = { status: 404, code: 'not-found', detail: 'There is nothing here.' }

const CODING = { status: 501, code: 'malformed', detail: 'The only transfer coding that is known here is chunked.' }

/** An app, which calls back when it knows no answer: Express's own is a page for people. */
type App = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** A server with the relay's patience: headers, whole request, and idle connections. */
export function createRelayServer(app: App, { timeouts }: Pick<Config, 'timeouts'>): Server {
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    const refuse = (fault: Fault) => {
      const { headers, body } = answerTo(fault)
      res.writeHead(fault.status, headers).end(body)
    }
    const coding = req.headers['transfer-encoding']
    if (countHosts(req) > 1 || (countHosts(req) === 0 && req.httpVersion === '1.1')) refuse(MALFORMED)
    else if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') refuse(CODING)
    else app(req, res, () => refuse(NOT_FOUND))
  }
  const server = createServer(
    {
      headersTimeout: Math.min(timeouts.headers, timeouts.request),
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: Math.min(1000, timeouts.headers),
      keepAliveTimeout: 5000,
      // Node would refuse it without a word.
      requireHostHeader: false,
    },
    listener,
  )
  // Expectations that nobody knows may be passed over; Node would refuse them without a word.
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
    const fault = FAULTS[error.code ?? ''] ?? MALFORMED
    const { title, headers, body } = answerTo(fault)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(
      `HTTP/1.1 ${fault.status} ${title}\r\n${lines.join('')}\r\n${body}`,
      // The other side may never close its own end, and what still reads would wait for it.
      () => socket.destroy(),
    )
  })
  return server
}

/** Lines of the header Host; Node keeps the first one only, a proxy may go by another. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

function answerTo(fault: Fault) {
  const title = STATUS_CODES[fault.status]
  const body = JSON.stringify({ type: 'about:blank', title, ...fault })
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  }
  return { title, headers, body }
}

/**
 * Begins to listen, or to accept from a socket that listens already.
 * @returns the address as a URL, with the port that was taken when 0 was asked for
 */
export async function listen(server: Server, { host, port, fd }: Bind): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(fd === undefined ? { host, port } : { fd }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return `http://${hostAndPort({ host, port: (server.address() as AddressInfo).port })}`
}

/** Takes no new connection, lets requests under way end, and cuts off what is left after `grace` milliseconds. */
export async function closeServer(server: Server, grace: number): Promise<void> {
  // Else a proxy that keeps its connections could go on for ever.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace)
    // A connection is idle, and closed, only after its answer.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(idle)
      resolve()
    })
  })
}
