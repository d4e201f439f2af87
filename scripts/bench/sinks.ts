import http from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'

/** A receiver on a loopback port. `count` returns the number of messages that it has received. */
export interface Sink {
  url: string
  count(): number
  close(): Promise<unknown>
}

/** Starts a mail server that accepts connections but never responds, so that nothing is delivered during the load. */
export const startSilentMailServer = (): Promise<Sink> =>
  listen(
    'smtp',
    createServer((socket) => socket.on('error', () => {})),
    () => 0,
  )

/**
 * Starts a mail server that responds at once and stores nothing. `smtp-server`, which tests use, delays its greeting by
 * a fixed 100 ms, which would dominate the result.
 */
export function startFastMailServer(): Promise<Sink> {
  let messages = 0
  const server = createServer({ noDelay: true }, (socket) => {
    let data = false
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    createInterface(socket).on('line', (line) => {
      if (data && line !== '.') return
      if (data) messages++
      const command = line.slice(0, 4).toUpperCase()
      const answer = command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok'
      data = command === 'DATA'
      socket.write(`${answer}\r\n`)
      if (command === 'QUIT') socket.end()
    })
  })
  return listen('smtp', server, () => messages)
}

/** Starts a webhook that accepts every request at once. */
export function startFastWebhook(): Promise<Sink> {
  let requests = 0
  const server = http.createServer((req, res) => {
    req.resume().on('end', () => {
      requests++
      res.writeHead(204).end()
    })
  })
  return listen('http', server, () => requests)
}

async function listen(scheme: string, server: Server, count: () => number): Promise<Sink> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // When `close` is called, the relay has exited and its connections are closed.
  return { url: `${scheme}://127.0.0.1:${port}`, count, close: () => new Promise((resolve) => server.close(resolve)) }
}
