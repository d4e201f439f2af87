/** An error response. The failed request wrote no files. */
export class HttpError extends Error {
  status: number
  constructor(message: string, status = 422) {
    super(message)
    this.status = status
  }
}

/** Thrown if a file has been changed or deleted since the editor read it. */
export class ConflictError extends HttpError {
  file: string
  text: string | undefined
  constructor(file: string, now: Buffer | undefined) {
    super(now ? `${file} was changed in the meantime.` : `${file} no longer exists.`, 409)
    this.file = file
    this.text = now?.toString('utf8')
  }
}

/** Thrown if other content has changed since files were checked. They can be checked again. */
export class OutdatedCheckError extends HttpError {
  constructor(file: string) {
    super(`${file} was changed in the meantime. Nothing was written. Try again.`, 409)
  }
}

/** A problem that `site check` reports about a field. */
export interface FieldProblem {
  file: string
  path: readonly (string | number)[]
  rule: string
  message: string
  help: string | undefined
}

export class ValidationError extends HttpError {
  constructor(readonly problems: FieldProblem[]) {
    super(problems[0]?.message ?? 'The check found an error.')
  }
}
