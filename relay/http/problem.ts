import { STATUS_CODES } from 'node:http'
import type { Request, Response } from 'express'
import type { FieldProblem } from '../../src/forms/value.ts'

/** Stable: clients may rely on them. The status says the kind, the code says which. */
export type ProblemCode =
  | 'malformed'
  | 'too-many-fields'
  | 'too-many-files'
  | 'idempotency-key'
  | 'public-key'
  | 'origin'
  | 'not-found'
  | 'method'
  | 'timeout'
  | 'idempotency-running'
  | 'length'
  | 'too-large'
  | 'media-type'
  | 'charset'
  | 'validation'
  | 'unknown-form'
  | 'idempotency-mismatch'
  | 'rate'
  | 'internal'
  | 'no-space'
  | 'storage'
  | 'stopping'

interface ProblemDetails {
  /** One for each field that does not fit. */
  errors?: readonly FieldProblem[] | undefined
  /** Seconds after which another try makes sense. */
  retryAfter?: number | undefined
  /** Methods that the address takes. */
  allow?: string | undefined
  cause?: unknown
}

/** An answer that is not a success. `detail` is for people and never holds what a visitor sent. */
export class Problem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly errors: readonly FieldProblem[]
  readonly retryAfter: number | undefined
  readonly allow: string | undefined

  constructor(status: number, code: ProblemCode, detail: string, details: ProblemDetails = {}) {
    super(detail, { cause: details.cause })
    this.status = status
    this.code = code
    this.errors = details.errors ?? []
    this.retryAfter = details.retryAfter
    this.allow = details.allow
  }
}

/** The client went away: there is nobody to answer. */
export class Aborted extends Error {}

/** Faults that Express and its body parser report, by their `type` or their status. */
const KNOWN: Record<string, () => Problem> = {
  'entity.too.large': () => new Problem(413, 'too-large', 'The post is larger than this relay takes.'),
  'entity.parse.failed': () => new Problem(400, 'malformed', 'The body is not valid JSON.'),
  'charset.unsupported': () => new Problem(415, 'charset', 'The charset is not supported; send UTF-8.'),
  'encoding.unsupported': () => new Problem(415, 'media-type', 'The content encoding is not supported; send it plain.'),
  'request.size.invalid': () => new Problem(400, 'malformed', 'The body is shorter or longer than announced.'),
}

/** Any error as an answer. What is not known is a fault of ours and says nothing about itself. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown }
  const known = typeof type === 'string' ? KNOWN[type] : undefined
  if (known) return known()
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Problem(400, 'malformed', 'The request cannot be read.')
  return new Problem(500, 'internal', 'Something went wrong in the relay. Nothing was accepted.', { cause: error })
}

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

/** A form posted by a page without scripting asks for HTML first; fetch asks for anything or for JSON. */
export function wantsHtml(req: Request): boolean {
  return req.accepts(['json', 'html']) === 'html'
}
