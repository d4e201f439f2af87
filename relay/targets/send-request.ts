import http from 'node:http'
import https from 'node:https'
import { RequestFilteringHttpAgent, useAgent } from 'request-filtering-agent'

export interface HttpReply {
  status: number
  retryAfter: string | undefined
  location: string | undefined
}

/** Limits for the reply, in bytes and milliseconds. Its body is not used. */
const MAX_REPLY_BYTES = 64 * 1024
const MAX_REPLY_TIME = 1000

/**
 * Sends a request without following redirects. Checks IP addresses after the DNS lookup, because a public host name may
 * resolve to a private address.
 * @throws if there is no reply, or the address is not allowed
 */
export function sendRequest(
  url: string,
  options: { method: string; headers: Record<string, string>; body?: string; allowPrivate: boolean },
  signal: AbortSignal,
): Promise<HttpReply> {
  const { method, headers, body, allowPrivate } = options
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const call = request(url, {
      method,
      signal,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: useAgent(url, { allowPrivateIPAddress: allowPrivate, keepAlive: false }),
    })
    call.on('error', (error) =>
      reject(
        isPrivateAddressError(error)
          ? new Error(`${new URL(url).hostname} is not allowed: it is in a private network`)
          : error,
      ),
    )
    call.on('response', (response) => {
      const { 'retry-after': retryAfter, location } = response.headers
      resolve({ status: response.statusCode ?? 0, retryAfter, location })
      const cut = setTimeout(() => call.destroy(), MAX_REPLY_TIME)
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > MAX_REPLY_BYTES) call.destroy()
      })
      response.on('error', () => {})
      response.on('close', () => clearTimeout(cut))
    })
    call.end(body)
  })
}

/** Reports whether a request failed because its address is in a private network. */
export function isPrivateAddressError(error: Error | null | undefined): boolean {
  return / is not allowed\b/.test(error?.message ?? '')
}

/** Timeout of the DNS lookup, in milliseconds. */
const LOOKUP_TIMEOUT = 2000

/**
 * Returns the host of a URL if it is in a private network, which `sendRequest` rejects. Returns undefined if the host
 * is public or its name cannot be resolved.
 */
export function findPrivateHost(url: string): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve) => {
    const socket = new RequestFilteringHttpAgent().createConnection({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
    })
    const end = (error?: Error | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(isPrivateAddressError(error) ? hostname : undefined)
    }
    const timer = setTimeout(end, LOOKUP_TIMEOUT)
    // Stops after the DNS lookup, before connecting. An IP address needs no lookup, so the socket connects to it.
    socket.once('lookup', end)
    socket.once('connect', () => end())
    socket.on('error', end)
  })
}
