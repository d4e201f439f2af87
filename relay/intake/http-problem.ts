import { STATUS_CODES } from 'node:http'
import type { FieldProblem } from '@northshelf/site/forms/value.ts'
import type { Response } from 'express'
import { InvalidOutcomeError } from '../store/records.ts'

/** Stable error codes for clients, with the HTTP status of each. */
export const STATUS_BY_CODE = {
  malformed: 400,
  'too-many-fields': 400,
  'too-many-files': 400,
  'idempotency-key': 400,
  'public-key': 401,
  'leads-key': 401,
  origin: 403,
  'not-found': 404,
  method: 405,
  timeout: 408,
  'idempotency-running': 409,
  gone: 410,
  length: 411,
  'too-large': 413,
  'media-type': 415,
  charset: 415,
  validation: 422,
  'unknown-form': 422,
  'idempotency-mismatch': 422,
  rate: 429,
  internal: 500,
  'no-space': 503,
  storage: 503,
} as const
export type ProblemCode = keyof typeof STATUS_BY_CODE

type ProblemOptions = Partial<Pick<HttpProblem, 'errors' | 'headers' | 'cause'>>

/** An error response. `detail` is for people and never contains visitor input. */
export class HttpProblem extends Error {
  readonly status: number
  readonly code: ProblemCode
  /** One problem for each invalid field. */
  readonly errors: readonly FieldProblem[]
  /** Response headers, such as Retry-After in seconds. */
  readonly headers: Record<string, string>

  constructor(code: ProblemCode, detail: string, { errors = [], headers = {}, cause }: ProblemOptions = {}) {
    super(detail, { cause })
    this.status = STATUS_BY_CODE[code]
    this.code = code
    this.errors = errors
    this.headers = headers
  }
}

export function createNotFoundProblem(): HttpProblem {
  return new HttpProblem('not-found', 'The requested resource does not exist.')
}

/** Thrown if the client closed the connection. */
export class RequestAbortedError extends Error {}

/** Problem codes and messages for errors from Express and its body parser, by error `type`. */
const REPORTED: Record<string, [ProblemCode, string]> = {
  'entity.too.large': ['too-large', 'The request body is too large.'],
  'entity.parse.failed': ['malformed', 'The body is not valid JSON.'],
  'charset.unsupported': ['charset', 'The charset is not supported; send UTF-8.'],
  'encoding.unsupported': ['media-type', 'The content encoding is not supported; send the body unencoded.'],
  'request.size.invalid': ['malformed', 'The body is shorter or longer than its Content-Length.'],
}

/** Converts any error to a problem. An unknown error becomes an internal error without details. */
export function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof InvalidOutcomeError) return new HttpProblem('malformed', error.message)
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown }
  const known = typeof type === 'string' ? REPORTED[type] : undefined
  if (known) return new HttpProblem(...known)
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new HttpProblem('malformed', 'The request is invalid.')
  return new HttpProblem('internal', 'Internal error in the relay. Nothing was accepted.', { cause: error })
}

/** Sends a problem in the format of RFC 9457, with its stable `code`. */
export function sendProblem(res: Response, { status, code, message, errors, headers }: HttpProblem): void {
  const title = STATUS_CODES[status]
  const body = { type: 'about:blank', title, status, code, detail: message, ...(errors.length > 0 ? { errors } : {}) }
  res.status(status).set(headers).type('application/problem+json').send(JSON.stringify(body))
}
