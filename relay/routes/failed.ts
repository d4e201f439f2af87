import type { ErrorRequestHandler } from 'express'
import { toProblem } from '../http/to-problem.ts'
import type { Logger } from '../log.ts'
import type { TellProblem } from '../pages/tell-problem.tsx'

/** The last resort: whatever a route threw becomes an answer that says nothing about our inside. */
export function failed(log: Logger, tell: TellProblem): ErrorRequestHandler {
  return (error, req, res, next) => {
    const problem = toProblem(error)
    if (problem.status >= 500) log.error({ err: problem.cause, code: problem.code }, 'failed')
    if (res.headersSent) next(error)
    else tell(req, res, problem)
  }
}
