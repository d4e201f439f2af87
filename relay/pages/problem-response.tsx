import { randomUUID } from 'node:crypto'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Config } from '../config.ts'
import { type Problem, sendProblem, toProblem, wantsHtml } from '../http/problem.ts'
import type { RequestContext } from '../intake/intake.ts'
import type { SiteForms } from '../intake/site-forms.ts'
import type { Logger } from '../monitoring/log.ts'
import { sendPage } from './page.tsx'
import { getFilledForm, ProblemPage } from './problem-page.tsx'
import { findReferringPage } from './referring-page.ts'

/** Responds with a problem: a page for people, problem+json for programs. */
export type ProblemResponder = (req: Request, res: Response, problem: Problem, context?: RequestContext) => void

export function createProblemResponder(config: Config, forms: SiteForms): ProblemResponder {
  return (req, res, problem, context) => {
    res.set('Cache-Control', 'no-store')
    // If the body has not arrived completely, keeps the connection open even if the client asked to close it. Otherwise
    // the client could not read the response.
    if (!req.complete) res.shouldKeepAlive = true
    if (!wantsHtml(req)) return sendProblem(res, problem)
    res.status(problem.status).set(problem.headers)
    const { home, back, from } = findReferringPage(req, config, forms)
    sendPage(
      res,
      forms.site,
      <ProblemPage
        problem={problem}
        site={forms.site}
        home={home}
        back={back}
        filled={context && getFilledForm(context, forms)}
        action={actionOf(req, from)}
        freshKey={randomUUID()}
      />,
    )
  }
}

/**
 * Returns the URL to which the form is submitted again. The URL is relative, because a proxy may add a path prefix. It
 * keeps the request's query, which may contain the public key.
 */
function actionOf(req: Request, from: string): string {
  const [address = '', query] = req.originalUrl.split('?')
  const parameters = new URLSearchParams(query)
  if (from !== '/') parameters.set('from', from)
  return [address.split('/').at(-1), ...(parameters.size > 0 ? [parameters] : [])].join('?')
}

/**
 * Converts any error from a route to a response that reveals no internals. Does not call the next handler, which would
 * reveal stack traces.
 */
export function createErrorHandler(log: Logger, respond: ProblemResponder): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const problem = toProblem(error)
    if (problem.status >= 500) log.error({ err: problem.cause, code: problem.code }, 'failed')
    if (res.headersSent) return void res.destroy()
    try {
      respond(req, res, problem)
    } catch (cause) {
      log.error({ err: cause }, 'page failed')
      sendProblem(res, problem)
    }
  }
}
