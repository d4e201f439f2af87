import type { ErrorRequestHandler } from 'express'
import { sendProblem } from '../http/send-problem.ts'
import { toProblem } from '../http/to-problem.ts'
import type { Logger } from '../log.ts'
import type { TellProblem } from '../pages/tell-problem.tsx'

/**
 * The last resort: whatever a route threw becomes an answer that says nothing about our inside. It passes nothing
 * on, because what comes after it shows stacks.
 */
export function failed(log: Logger, tell: TellProblem): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const problem = toProblem(error)
    if (problem.status >= 500) log.error({ err: problem.cause, code: problem.code }, 'failed')
    if (res.headersSent) return void res.destroy()
    try {
      tell(req, res, problem)
    } catch (cause) {
      log.error({ err: cause }, 'page failed')
      sendProblem(res, problem)
    }
  }
}
