import http from 'node:http'
import https from 'node:https'
import { useAgent } from 'request-filtering-agent'

export interface PostReply {
  status: number
  retryAfter: string | undefined
}

/** Bytes of a reply, and milliseconds, before the connection is cut. The status counts; the rest is not used. */
const ENOUGH = 64 * 1024
const LINGER = 1000

/**
 * One request, without following redirects. Addresses are checked when the connection is made, after the look-up,
 * so that no name can lead into a private network.
 * @throws when there is no reply, or the address is not allowed
 */
export function post(
  url: string,
  options: { method: 'POST' | 'HEAD'; headers: Record<string, string>; body?: string; allowPrivate: boolean },
  signal: AbortSignal,
): Promise<PostReply> {
  const { method, headers, body, allowPrivate } = options
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const call = request(url, {
      method,
      signal,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: useAgent(url, { allowPrivateIPAddress: allowPrivate, keepAlive: false }),
    })
    call.on('error', reject)
    call.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      const cut = setTimeout(() => call.destroy(), LINGER)
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > ENOUGH) call.destroy()
      })
      response.on('error', () => {})
      response.on('close', () => clearTimeout(cut))
    })
    call.end(body)
  })
}
