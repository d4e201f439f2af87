import { BlockList, isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether a name or an address means this machine and nothing else. */
export function isLoopback(host: string | undefined): boolean {
  const name = (host ?? '').replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost') return true
  const version = isIP(name)
  return version !== 0 && loopback.check(name, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Lets only this machine on, and not what a proxy of this machine passes on. For everybody else the routes behind
 * it do not exist. The name in the address must be this machine's too: a foreign page can point a name of its own here.
 */
export const localOnly: RequestHandler = (req, _res, next) => {
  next(isLocal(req) ? undefined : 'router')
}

function isLocal(req: Request): boolean {
  const passedOn = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => req.headers[name])
  const name = (req.headers.host ?? '').replace(/:\d+$/, '')
  return !passedOn && isLoopback(req.socket.remoteAddress) && isLoopback(name)
}
