import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { describeSystemError, toSystemFailure } from '../../diagnostics/failure.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { STUDIO_PREFIX } from '../paths.ts'
import { StudioPage, sendStudioPage } from './studio-page.tsx'

const TITLES: Readonly<Record<number, string>> = {
  401: 'Signed out',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'Changed in the meantime',
  410: 'This link no longer works',
  429: 'Too many attempts',
}

/** Seconds after which a person may try again. */
const RETRY_AFTER = 900

/** Answers with an error: a page for people, JSON for the editor and other programs. Reveals no internal error. */
export const handleError: ErrorRequestHandler = (error, request, response, _next) => {
  const { status, message } = toHttpError(error)
  if (status >= 500) process.stderr.write(`${request.method} ${request.path}: ${error?.stack ?? error}\n`)
  if (response.headersSent) return void response.destroy()
  if (status === 429) response.set('Retry-After', String(RETRY_AFTER))
  if (request.path.startsWith('/@edit') || !request.headers.accept?.includes('text/html'))
    return void response.status(status).set('Cache-Control', 'no-store').json({ message })
  sendStudioPage(
    response,
    <StudioPage title={TITLES[status] ?? 'This did not work'} person={response.locals.person}>
      <p className="message error">{message}</p>
      <p>
        <a href={`${STUDIO_PREFIX}/`}>{response.locals.person ? 'Go to the start page' : 'Sign in'}</a>
      </p>
    </StudioPage>,
    status,
  )
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  // Express reports requests that it cannot parse with a status.
  const { status } = Object(error) as { status?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new HttpError(`${STATUS_CODES[status] ?? 'Invalid request'}.`, status)
  if (toSystemFailure(error)) return new HttpError(`The studio's disk: ${describeSystemError(error)}.`, 503)
  return new HttpError('Internal error. The operator of this studio finds the cause in its log.', 500)
}
