import { once } from 'node:events'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isLoopback, serveOwnHost } from '../../cli/preview/hosts.ts'

const server = createServer()
afterEach(() => {
  server.removeAllListeners('request').removeAllListeners('upgrade').close()
  server.closeAllConnections()
})

/** Sends a request with a Host header, and returns the status; undefined if the server closes the connection. */
async function askAs(host: string, headers = ''): Promise<string | undefined> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`)
  const text = (await socket.toArray()).join('')
  return /(?<=^HTTP\/1.1 )\d+/.exec(text)?.[0]
}

async function start(listening: string): Promise<void> {
  serveOwnHost(server, listening, (_, response) => response.end('a draft'))
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

describe('serveOwnHost', () => {
  it.each(['localhost', 'LOCALHOST:4321', 'a.localhost', '127.0.0.1:80', '[::1]:4321', '192.168.1.5', '[fe80::1]:1'])(
    'answers requests to %s',
    async (host) => {
      await start('127.0.0.1')
      expect(await askAs(host)).toBe('200')
    },
  )

  it.each(['evil.example', 'evil.example:4321', '127.0.0.1.evil.example', 'localhost.evil.example', '', '127.0.0.1 a'])(
    'returns 403 to requests to "%s", which other sites could make resolve to this machine',
    async (host) => {
      await start('127.0.0.1')
      expect(await askAs(host)).toBe('403')
    },
  )

  it('answers requests to the name on which the server listens', async () => {
    await start('Desk.local')
    expect(await askAs('desk.local:4321')).toBe('200')
    expect(await askAs('other.local:4321')).toBe('403')
  })

  it('closes connections that upgrade to a WebSocket under another name', async () => {
    await start('127.0.0.1')
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
    expect(await askAs('localhost', upgrade)).toBe('101')
    expect(await askAs('evil.example', upgrade)).toBeUndefined()
  })
})

describe('isLoopback', () => {
  it.each([
    ['localhost', true],
    ['127.1.2.3', true],
    ['::1', true],
    ['[::1]', true],
    ['::ffff:127.0.0.1', true],
    ['::1:2:3', false],
    ['0.0.0.0', false],
    ['192.168.1.5', false],
    ['localhost.example', false],
    ['', false],
  ])('classifies %s correctly', (host, expected) => {
    expect(isLoopback(host)).toBe(expected)
  })
})
