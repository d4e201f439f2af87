import type { Contract } from '@northshelf/site/forms/contract.ts'
import type { Request, RequestHandler, Response } from 'express'
import { acceptSubmission } from '../intake/accept.ts'
import { checkPublicKey } from '../intake/access.ts'
import type { FormCounter } from '../intake/form-counter.ts'
import { HttpProblem, RequestAbortedError, toProblem } from '../intake/http-problem.ts'
import { type IntakeContext, type RequestContext, wantsHtml } from '../intake/intake.ts'
import type { Logger } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/monitor.ts'
import { findReferringPage, type ReferringPage } from '../pages/page.tsx'
import type { ProblemResponder } from '../pages/problem-response.tsx'

interface SubmitParts {
  intake: IntakeContext
  /** Submissions that are being processed, even if their senders have disconnected. */
  pendingPosts: Set<Promise<void>>
  log: Logger
  metrics: Metrics
  /** Undefined if the site does not count. */
  counter: FormCounter | undefined
  respond: ProblemResponder
  /** Called for each submission that is treated as spam. */
  onHeld(id: string): void
}

/**
 * Handles form submissions to an endpoint. Responds to programs with 202, and redirects visitors without JavaScript to
 * the thank-you page (303).
 */
export function createSubmitHandler(
  endpoint: Contract['endpoint'],
  { intake, pendingPosts, log, metrics, counter, respond, onHeld }: SubmitParts,
): RequestHandler {
  const handlePost = async (req: Request, res: Response): Promise<void> => {
    const begin = performance.now()
    const context: RequestContext = { endpoint, html: wantsHtml(req), entries: [], contract: undefined }
    const record = (result: string, more: Record<string, unknown> = {}, level: 'info' | 'error' = 'info') => {
      const form = context.contract?.formType ?? 'unknown'
      const seconds = (performance.now() - begin) / 1000
      metrics.posts.inc({ form, result })
      metrics.seconds.observe(seconds)
      log[level]({ form, result, ...more, ms: Math.round(seconds * 1000) }, 'post')
    }
    try {
      checkPublicKey(req, intake.config.publicKey)
      if (req.get('content-length') === undefined && req.get('transfer-encoding') === undefined)
        throw new HttpProblem('length', 'The request needs a body, with Content-Length or Transfer-Encoding.')
      const { result, id, receivedAt } = await acceptSubmission(intake, req, res, context)
      record(result, { id, status: context.html ? 303 : 202 })
      if (result === 'spam') onHeld(id)
      if (result === 'accepted' && context.contract) counter?.count(context.contract.formType, 'accepted')
      const { config, forms } = intake
      if (context.html) redirect(req, res, context.contract, findReferringPage(req, config, forms.site))
      else res.status(202).set('Cache-Control', 'no-store').json({ id, status: 'queued', receivedAt })
    } catch (error) {
      // The client has disconnected, or `enforceUploadRate` has already responded.
      if (error instanceof RequestAbortedError || res.headersSent)
        return record(res.headersSent ? 'timeout' : 'aborted')
      const problem = toProblem(error)
      if (problem.errors.length > 0 && context.contract) counter?.countRejection(context.contract, problem)
      const isServerError = problem.status >= 500 && problem.cause !== undefined
      record(
        problem.code,
        { status: problem.status, ...(isServerError ? { err: problem.cause } : {}) },
        isServerError ? 'error' : 'info',
      )
      respond(req, res, problem, context)
    }
  }
  return async (req, res) => {
    const work = handlePost(req, res).finally(() => pendingPosts.delete(work))
    pendingPosts.add(work)
    await work
  }
}

/**
 * Redirects to the form's page for success or, by default, to the thank-you page, whose URL is relative to the endpoint,
 * because a proxy may add a path prefix.
 */
function redirect(req: Request, res: Response, contract: Contract | undefined, { home, from }: ReferringPage): void {
  const page = contract?.success.page
  const { language } = req.query
  const query = new URLSearchParams({
    ...(from !== '/' && { from }),
    ...(typeof language === 'string' && { language }),
  })
  res
    .status(303)
    .set({
      Location: page
        ? new URL(page, home).href
        : `../../thanks/${contract?.formType}${query.size > 0 ? `?${query}` : ''}`,
      'Cache-Control': 'no-store',
      // Makes the browser send the referrer, so that the thank-you page can link back to the site that the visitor
      // used, which may be a preview deployment.
      'Referrer-Policy': 'same-origin',
    })
    .end()
}
