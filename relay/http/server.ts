import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Config } from '../config.ts'
import { formatHostPort, type ListenAddress } from './passed-socket.ts'

interface Fault {
  status: number
  code: string
  detail: string
}

/** Responses to requests that never reach the app because they are incomplete or not HTTP. */
const FAULTS: Record<string, Fault> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', detail: 'The request took too long.' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'malformed', detail: 'The headers are too large.' },
}
const MALFORMED = { status: 400, code: 'malformed', detail: 'The request is malformed.' }
const NOT_FOUND = { status: 404, code: 'not-found', detail: 'The requested resource does not exist.' }

const CODING = { status: 501, code: 'malformed', detail: 'The only supported transfer coding is chunked.' }

/** An Express app. It calls `next` for unknown routes, so that Express does not send its own error page. */
type App = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** Creates a server with timeouts for headers, requests and idle connections. */
export function createRelayServer(app: App, { timeouts }: Pick<Config, 'timeouts'>): Server {
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    const refuse = (fault: Fault) => {
      const { headers, body } = responseTo(fault)
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
      // Node would respond to a missing Host header without a body.
      requireHostHeader: false,
    },
    listener,
  )
  // Unknown `Expect` headers may be ignored, but Node would reject them without a body.
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
    const fault = FAULTS[error.code ?? ''] ?? MALFORMED
    const { title, headers, body } = responseTo(fault)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(
      `HTTP/1.1 ${fault.status} ${title}\r\n${lines.join('')}\r\n${body}`,
      // Closes the connection, because the client may never close its side.
      () => socket.destroy(),
    )
  })
  return server
}

/** Counts Host headers. Node uses the first one, but a proxy may use another. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

function responseTo(fault: Fault) {
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
 * Starts to listen, or to accept connections on a passed socket.
 * @returns the address as a URL, with the actual port if port 0 was requested
 */
export async function startListening(server: Server, { host, port, fd }: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(fd === undefined ? { host, port } : { fd }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return `http://${formatHostPort({ host, port: (server.address() as AddressInfo).port })}`
}

/**
 * Stops accepting connections, lets running requests finish, and closes remaining connections after `grace`
 * milliseconds.
 */
export async function closeServer(server: Server, grace: number): Promise<void> {
  // Without this header, a proxy could keep using its open connections.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace)
    // Repeated, because a connection becomes idle only after its response.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(idle)
      resolve()
    })
  })
}
