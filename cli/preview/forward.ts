import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { formatProblemBody, PROBLEM_CONTENT_TYPE } from '../build/hosting/relay-proxy.ts'
import { mergeSlashes, parseRequestTarget } from '../content/served-addresses.ts'

/** Headers that apply to a single connection (RFC 9110, section 7.6.1). */
const HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'])

/**
 * Proxies a request to the relay and streams the response back.
 * @param answerDown sends a response if the relay is unreachable
 */
export function proxyToRelay(
  request: IncomingMessage,
  response: ServerResponse,
  relay: string,
  answerDown = (): void =>
    void response.writeHead(502, { 'content-type': PROBLEM_CONTENT_TYPE }).end(formatProblemBody(502)),
): void {
  const { pathname, search } = parseRequestTarget(request.url)
  const target = new URL(mergeSlashes(pathname) + search, relay)
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP.has(name)))
  const upstream = httpRequest(
    target,
    { method: request.method, headers: { ...headers, ...forwardedFor(request) } },
    (answer) => {
      response.writeHead(
        answer.statusCode ?? 502,
        Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP.has(name))),
      )
      answer.pipe(response)
    },
  )
  upstream.on('error', () => {
    if (response.headersSent) return response.destroy()
    answerDown()
  })
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

/**
 * Returns an X-Forwarded-For header for remote visitors only. The relay hides the inbox, which is meant for this
 * machine, from requests with this header.
 */
function forwardedFor({ socket }: IncomingMessage): Record<string, string> {
  const address = socket.remoteAddress ?? ''
  return /^(?:::1|(?:::ffff:)?127\.)/.test(address) ? {} : { 'x-forwarded-for': address }
}
