import type { Request, RequestHandler } from 'express'
import { isLoopback } from './loopback.ts'

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
