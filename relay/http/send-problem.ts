import { STATUS_CODES } from 'node:http'
import type { Response } from 'express'
import type { Problem } from './problem.ts'

/** Headers that belong to a problem in whatever shape it is told. */
export function setProblemHeaders(res: Response, problem: Problem): void {
  res.status(problem.status)
  if (problem.retryAfter !== undefined) res.set('Retry-After', String(problem.retryAfter))
  if (problem.allow) res.set('Allow', problem.allow)
}

/** A problem as RFC 9457 has it, with our stable `code`. */
export function problemBody(problem: Problem): Record<string, unknown> {
  const { status, code, message, errors } = problem
  return {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    code,
    detail: message,
    ...(errors.length > 0 ? { errors } : {}),
  }
}

export function sendProblem(res: Response, problem: Problem): void {
  setProblemHeaders(res, problem)
  res.type('application/problem+json').send(JSON.stringify(problemBody(problem)))
}
