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
