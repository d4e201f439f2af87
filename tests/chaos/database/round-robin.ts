import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Milliseconds before a visitor is let down when there is nobody to pass them on to. */
const NOBODY = 50

/** A proxy that passes requests on in turns. What breaks behind it breaks before it: nothing is tried again. */
export async function startRoundRobin(addresses: () => (string | undefined)[]) {
  let turn = 0
  const server = createServer((req, res) => {
    const there = addresses().filter((address) => address !== undefined)
    const next = there[turn++ % there.length]
    if (next === undefined) return void setTimeout(() => res.destroy(), NOBODY)
    const { method = 'GET', url = '/', headers } = req
    const passed = request(
      next + url,
      { method, headers: { ...headers, connection: 'close' }, agent: false },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => res.destroy()).pipe(res)
      },
    )
    passed.on('error', () => res.destroy())
    req.on('error', () => passed.destroy()).pipe(passed)
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
