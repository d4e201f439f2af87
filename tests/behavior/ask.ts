import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'

export interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Sends one request with exactly this path and Host header, which `fetch` would change. Always connects to this
 * machine, regardless of the host in the address. If `headers` contains a content length but there is no body, sends
 * only the headers.
 * @param loopback the loopback address to connect to
 */
export async function ask(
  address: string,
  target: string,
  { method = 'GET', headers = {}, body }: Ask = {},
  loopback = '127.0.0.1',
): Promise<Answer> {
  const { protocol, hostname, host, port } = new URL(address)
  const options = { host: loopback, port, path: target, method, headers: { host, ...headers }, agent: false as const }
  const call =
    protocol === 'https:'
      ? https.request({ ...options, servername: hostname, rejectUnauthorized: false })
      : http.request(options)
  if (headers['content-length'] && body === undefined) call.flushHeaders()
  else call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const received = await buffer(answer)
  call.destroy()
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: received.toString() }
}
