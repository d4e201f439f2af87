import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds before a request fails if no relay is running. */
const FAIL_DELAY = 50

/** Starts a round-robin proxy without retries: if the relay's connection breaks, so does the client's. */
export async function startRoundRobin(addresses: () => (string | undefined)[]) {
  let turn = 0
  const server = createServer((req, res) => {
    const running = addresses().filter((address) => address !== undefined)
    const next = running[turn++ % running.length]
    if (next === undefined) return void setTimeout(() => res.destroy(), FAIL_DELAY)
    const { method = 'GET', url = '/', headers } = req
    const forwarded = request(
      next + url,
      { method, headers: { ...headers, connection: 'close' }, agent: false },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => res.destroy()).pipe(res)
      },
    )
    forwarded.on('error', () => res.destroy())
    req.on('error', () => forwarded.destroy()).pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.close()
      server.closeAllConnections()
    },
  }
}
