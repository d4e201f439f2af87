import { BlockList, isIP } from 'node:net'
import type { RequestHandler } from 'express'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Reports whether a host name or IP address is a loopback address. */
export function isLoopback(host: string | undefined): boolean {
  const name = (host ?? '').replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost') return true
  const version = isIP(name)
  return version !== 0 && loopback.check(name, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Accepts only requests sent directly from this machine, without a proxy. All other requests skip the router, as if its
 * routes did not exist. The Host header must also be local, because other sites can make their host names resolve to
 * this machine.
 */
export const requireLocalClient: RequestHandler = (req, _res, next) => {
  const isProxied = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => req.headers[name])
  const name = (req.headers.host ?? '').replace(/:\d+$/, '')
  next(!isProxied && isLoopback(req.socket.remoteAddress) && isLoopback(name) ? undefined : 'router')
}
