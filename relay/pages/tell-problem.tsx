import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import type { FormBook } from '../forms.ts'
import { siteOrigin } from '../http/origins.ts'
import type { Problem } from '../http/problem.ts'
import { sendProblem, setProblemHeaders } from '../http/send-problem.ts'
import { wantsHtml } from '../http/wants-html.ts'
import type { Attempt } from '../intake/intake.ts'
import { typedIn } from '../intake/typed.ts'
import { sendPage } from './page.tsx'
import { TroublePage } from './trouble-page.tsx'

/** Answers with a problem: a page for people, problem+json for programs. */
export type TellProblem = (req: Request, res: Response, problem: Problem, attempt?: Attempt) => void

export function createProblemTeller(config: Config, forms: FormBook): TellProblem {
  return (req, res, problem, attempt) => {
    res.set('Cache-Control', 'no-store')
    if (!wantsHtml(req)) return sendProblem(res, problem)
    setProblemHeaders(res, problem)
    sendPage(
      res,
      <TroublePage
        problem={problem}
        site={forms.site}
        home={homeOf(req, config, forms)}
        typed={attempt && typedIn(attempt, forms)}
        action={actionOf(req)}
        freshKey={randomUUID()}
      />,
    )
  }
}

/** Where a visitor came from, as far as it is a page of ours; else the site as its contracts know it. */
export function homeOf(req: Request, config: Config, forms: FormBook): string {
  return `${siteOrigin(req, config) ?? forms.site.url}/`
}

/** The same address once more, relative, so that it holds behind a proxy that adds a path; its query may hold the key. */
function actionOf(req: Request): string {
  const [address = '', query] = req.originalUrl.split('?')
  return (address.split('/').at(-1) ?? '') + (query ? `?${query}` : '')
}
