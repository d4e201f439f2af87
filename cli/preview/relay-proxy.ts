import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createProxyServer } from 'httpxy'
import { formatProblemBody, PROBLEM_CONTENT_TYPE } from '../build/hosting/server-values.ts'
import { mergeSlashes, parseRequestTarget } from '../content/served-addresses.ts'
import { isLoopback } from './hosts.ts'

/** Headers that apply to a single connection (RFC 9110, section 7.6.1). Node.js has already handled `expect`. */
const HOP_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade', 'expect']

/**
 * Opens a connection for every request. If requests shared a connection, the relay could read part of one request as
 * the start of another client's request.
 */
const proxy = createProxyServer({ agent: false, ignorePath: true })
proxy.on('proxyRes', (reply, _request, response) => {
  // The relay closes its connection after the reply; the client's may stay open.
  reply.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close'
})

/** Proxies a request to the relay and streams the response. @param answerDown responds if the relay is unreachable */
export function proxyToRelay(
  request: IncomingMessage,
  response: ServerResponse,
  relay: string,
  answerDown = (): void => answerRelayDown(response),
): void {
  const { pathname, search } = parseRequestTarget(request.url)
  const target = new URL(mergeSlashes(pathname) + search, relay)
  const hasBody = request.method === 'POST'
  request.headers = headersForRelay(request, hasBody)
  proxy.web(request, response, { target, ...(!hasBody && { buffer: Readable.from([]) }) }).catch(() => {
    if (response.headersSent) response.destroy()
    else answerDown()
  })
}

export function answerRelayDown(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': PROBLEM_CONTENT_TYPE }).end(formatProblemBody(502))
}

/** Returns the headers to forward. Only POST requests have a body, because the relay expects none with other methods. */
function headersForRelay({ headers, socket }: IncomingMessage, hasBody: boolean): IncomingHttpHeaders {
  const dropped = hasBody ? HOP_HEADERS : [...HOP_HEADERS, 'content-length', 'transfer-encoding']
  const kept = Object.entries(headers).filter(([name]) => !dropped.includes(name))
  return { ...Object.fromEntries(kept), ...forwardedFor(socket) }
}

/**
 * Returns an X-Forwarded-For header for remote visitors only. The relay hides the inbox, which is meant for this
 * machine, from requests with this header.
 */
function forwardedFor({ remoteAddress = '' }: Socket): IncomingHttpHeaders {
  return isLoopback(remoteAddress) ? {} : { 'x-forwarded-for': remoteAddress || 'unknown' }
}
