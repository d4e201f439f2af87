import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proxyToRelay } from '../../cli/preview/relay-proxy.ts'
import { listSmuggledRequests } from '../smuggled-requests.ts'

/** The requests that arrived at the relay, the connections that they used, and the number of requests to the proxy. */
const received: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = []
const bodies: string[] = []
const connections = new Set<unknown>()
let accepted = 0

const relay = createServer(async (request, response) => {
  const { method, url, headers, socket } = request
  connections.add(socket)
  received.push({ method, url, headers })
  const body = (
    await request
      .setEncoding('utf8')
      .toArray()
      .catch(() => [])
  ).join('')
  if (body) bodies.push(`${method} ${body}`)
  response.end('from the relay')
})
const front = createServer((request, response) => {
  accepted += 1
  proxyToRelay(request, response, addressOf(relay))
})
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  for (const server of [relay, front]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const server of [relay, front]) server.close().closeAllConnections()
})
/** Sends bytes, then a request that closes the connection, and returns everything that the server sends. */
async function send(bytes: string): Promise<string> {
  const socket = net.connect((front.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  socket.on('error', () => socket.destroy())
  socket.write(`${bytes}GET /last HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return text
}

const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

describe('proxyToRelay', () => {
  it.each(Object.entries(listSmuggledRequests('/inbox', HIDDEN)))(
    'sends the relay no more requests than it received itself, for %s',
    async (_, bytes) => {
      await send(bytes)
      // Requests of a connection that ended with an error may arrive at the relay after the connection has closed.
      expect(received.length).toBeLessThanOrEqual(accepted)
      expect(connections.size).toBe(received.length)
      expect(bodies.filter((body) => !body.startsWith('POST '))).toEqual([])
    },
  )

  it('opens a connection to the relay for every request on a connection of a client', async () => {
    const before = connections.size
    const text = await send('GET /a?b=c HTTP/1.1\r\nHost: a\r\n\r\nGET //inbox HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(received.slice(-3).map(({ url }) => url)).toEqual(['/a?b=c', '/inbox', '/last'])
    expect(connections.size).toBe(before + 3)
    expect(text.match(/from the relay/g)).toHaveLength(3)
    expect(text.match(/(?<=connection: ).*/gi)).toEqual(['keep-alive', 'keep-alive', 'close'])
  })

  it('forwards the body of a POST request, and all headers that do not belong to its connection', async () => {
    const head =
      'POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTE: trailers\r\nUpgrade: h2c\r\nX-A: b'
    expect(await send(`${head}\r\n\r\n5\r\nhello\r\n0\r\n\r\n`)).toContain('from the relay')
    expect(bodies.at(-1)).toBe('POST hello')
    expect(received.at(-2)).toEqual({
      method: 'POST',
      url: '/form',
      headers: { host: 'a', 'transfer-encoding': 'chunked', 'x-a': 'b', connection: 'close' },
    })
  })
})
