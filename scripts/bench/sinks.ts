import http from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'

/** A receiver on loopback; `count` is how many it has taken. */
export interface Sink {
  url: string
  count(): number
  close(): Promise<unknown>
}

/** A mail server that takes connections and says nothing, so that nothing is delivered beside the load. */
export const startSilentMail = (): Promise<Sink> =>
  listen(
    'smtp',
    createServer((socket) => socket.on('error', () => {})),
    () => 0,
  )

/**
 * A mail server that answers at once and keeps nothing. `smtp-server`, which tests use, greets after a fixed tenth of
 * a second: with it one would measure that.
 */
export function startFastMail(): Promise<Sink> {
  let mails = 0
  const server = createServer({ noDelay: true }, (socket) => {
    let data = false
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    createInterface(socket).on('line', (line) => {
      if (data && line !== '.') return
      if (data) mails++
      const command = line.slice(0, 4).toUpperCase()
      const answer = command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok'
      data = command === 'DATA'
      socket.write(`${answer}\r\n`)
      if (command === 'QUIT') socket.end()
    })
  })
  return listen('smtp', server, () => mails)
}

/** A webhook that answers at once and looks at nothing. */
export function startFastHook(): Promise<Sink> {
  let posts = 0
  const server = http.createServer((req, res) => {
    req.resume().on('end', () => {
      posts++
      res.writeHead(204).end()
    })
  })
  return listen('http', server, () => posts)
}

async function listen(scheme: string, server: Server, count: () => number): Promise<Sink> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // The relay, which holds the connections, is gone when this is closed.
  return { url: `${scheme}://127.0.0.1:${port}`, count, close: () => new Promise((resolve) => server.close(resolve)) }
}
