import type { Request, RequestHandler, Response } from 'express'
import type { Config } from '../config.ts'
import { Problem } from './problem.ts'

const LOOK_EVERY = 250

/** Answers 408 to clients that send too slowly, and closes the connection. */
export function enforceUploadRate(
  { limits, timeouts }: Pick<Config, 'limits' | 'timeouts'>,
  answer: (req: Request, res: Response, problem: Problem) => void,
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
        // After the answer Node does not end the request, even if the socket closes: its reader would wait for ever.
        res.once('finish', () => req.destroy())
        answer(req, res, new Problem('timeout', 'The post came too slowly.'))
      },
      Math.min(LOOK_EVERY, timeouts.grace),
    )
    timer.unref()
    req.once('close', () => clearInterval(timer))
    next()
  }
}
