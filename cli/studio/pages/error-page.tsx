import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { reportInternalError, toSystemFailure } from '../../diagnostics/failure.ts'
import { HttpError } from '../../editor/files/http-errors.ts'
import { STUDIO_PREFIX } from '../../paths.ts'
import { StudioPage, sendStudioPage } from './studio-page.tsx'

const TITLES: Readonly<Record<number, string>> = {
  401: 'Signed out',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'Changed in the meantime',
  410: 'This link no longer works',
}

/** Answers with an error: a page for people, JSON for the editor and other programs. Reveals no internal error. */
export const handleError: ErrorRequestHandler = (error, request, response, _next) => {
  const { status, message } = toHttpError(error)
  if (error instanceof HttpError && status >= 500) process.stderr.write(`${request.path}: ${message}\n`)
  if (response.headersSent) return void response.destroy()
  if (request.path.startsWith('/@edit') || !request.headers.accept?.includes('text/html'))
    return void response.status(status).set('Cache-Control', 'no-store').json({ message })
  sendStudioPage(
    response,
    <StudioPage title={TITLES[status] ?? 'Something went wrong'} person={response.locals.person}>
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
  return new HttpError(reportInternalError(error), toSystemFailure(error) ? 503 : 500)
}
