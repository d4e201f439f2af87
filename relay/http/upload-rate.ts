import type { Request, RequestHandler, Response } from 'express'
import type { Config } from '../config.ts'
import { Problem } from './problem.ts'

/** Interval between checks, in milliseconds. */
const CHECK_EVERY = 250

/** Sends a 408 response to clients that upload too slowly, and closes the connection. */
export function enforceUploadRate(
  { limits, timeouts }: Pick<Config, 'limits' | 'timeouts'>,
  respond: (req: Request, res: Response, problem: Problem) => void,
): RequestHandler {
  return (req, res, next) => {
    const { socket } = req
    const [start, before] = [performance.now(), socket.bytesRead]
    const timer = setInterval(
      () => {
        if (req.complete || socket.destroyed) return clearInterval(timer)
        const seconds = (performance.now() - start) / 1000
        if (seconds * 1000 < timeouts.grace || socket.bytesRead - before >= seconds * limits.bytesPerSecond) return
        clearInterval(timer)
        if (res.headersSent) return void socket.destroy()
        res.set('Connection', 'close')
        // Node does not end the request stream after the response, even if the socket closes, so code that reads it
        // would wait forever.
        res.once('finish', () => req.destroy())
        respond(req, res, new Problem('timeout', 'The upload is too slow.'))
      },
      Math.min(CHECK_EVERY, timeouts.grace),
    )
    timer.unref()
    req.once('close', () => clearInterval(timer))
    next()
  }
}
