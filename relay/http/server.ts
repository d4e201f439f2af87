import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Config } from '../config.ts'
import { formatHostPort, type ListenAddress } from '../network/inherited-socket.ts'

interface ErrorResponse {
  status: number
  code: string
  detail: string
}

/** Responses to requests that never reach the app because they are incomplete or not HTTP. */
const ERROR_RESPONSES: Record<string, ErrorResponse> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', detail: 'The request took too long.' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'malformed', detail: 'The headers are too large.' },
}
const MALFORMED = { status: 400, code: 'malformed', detail: 'The request is malformed.' }
const NOT_FOUND = { status: 404, code: 'not-found', detail: 'The requested resource does not exist.' }

const CODING = { status: 501, code: 'malformed', detail: 'The only supported transfer coding is chunked.' }

/** An Express app. For unknown routes it calls `next`, which sends a response instead of Express's own error page. */
type App = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** Creates a server with timeouts for headers, requests and idle connections. */
export function createRelayServer(app: App, { timeouts }: Pick<Config, 'timeouts'>): Server {
  const listener = (req: IncomingMessage, res: ServerResponse) => {
    const refuse = (response: ErrorResponse) => {
      const { headers, body } = formatResponse(response)
      res.writeHead(response.status, headers).end(body)
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
      // The listener checks the Host header, because Node's own error response would have no body.
      requireHostHeader: false,
    },
    listener,
  )
  // Ignores unknown `Expect` headers. Node would reject such a request with a response that has no body.
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
    const response = ERROR_RESPONSES[error.code ?? ''] ?? MALFORMED
    const { title, headers, body } = formatResponse(response)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(
      `HTTP/1.1 ${response.status} ${title}\r\n${lines.join('')}\r\n${body}`,
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

function formatResponse(response: ErrorResponse) {
  const title = STATUS_CODES[response.status]
  const body = JSON.stringify({ type: 'about:blank', title, ...response })
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
  }
  return { title, headers, body }
}

/**
 * Starts listening, or accepts connections on a passed socket.
 * @returns the address as a URL, with the actual port if port 0 was requested
 */
export async function startListening(server: Server, { host, port, fd }: ListenAddress): Promise<string> {
  server.listen(fd === undefined ? { host, port } : { fd })
  await once(server, 'listening')
  return `http://${formatHostPort({ host, port: (server.address() as AddressInfo).port })}`
}

/**
 * Stops accepting connections, lets requests in progress finish, and closes remaining connections after `grace`
 * milliseconds.
 */
export async function closeServer(server: Server, grace: number): Promise<void> {
  // Tells proxies not to reuse their open connections.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace)
    // Runs repeatedly, because a connection becomes idle only after its response is sent.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(idle)
      resolve()
    })
  })
}
