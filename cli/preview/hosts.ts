import type { IncomingMessage, RequestListener, Server } from 'node:http'
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Reports whether a host name or IP address can only mean this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost') return true
  const version = isIP(name)
  return version !== 0 && loopback.check(name, version === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the name or IP address in a request's Host header. */
export function readHost({ headers }: IncomingMessage): string {
  return (headers.host ?? '').replace(/:\d*$/, '').toLowerCase()
}

/**
 * Answers requests and WebSocket upgrades only if their Host header is an IP address, a name that always means this
 * machine, or the name on which the server listens. Other sites can make any other name resolve to this machine (DNS
 * rebinding), and their pages could then read everything that this server sends.
 * @param listening host on which the server listens
 */
export function serveOwnHost(server: Server, listening: string, answer: RequestListener): void {
  const isOwn = (request: IncomingMessage) => {
    const host = readHost(request)
    const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0
    return isAddress || host === 'localhost' || host.endsWith('.localhost') || host === listening.toLowerCase()
  }
  server.on('request', (request, response) => {
    if (isOwn(request)) return answer(request, response)
    response
      .writeHead(403, { 'content-type': 'text/plain', connection: 'close' })
      .end('Unknown host name. Open the address that the terminal shows, or restart the server with --host <name>.\n')
  })
  server.on('upgrade', (request, socket) => void (isOwn(request) || socket.destroy()))
}
