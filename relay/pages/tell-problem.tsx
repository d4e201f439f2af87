import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Config } from '../config.ts'
import type { FormBook } from '../forms.ts'
import type { Problem } from '../http/problem.ts'
import { sendProblem, setProblemHeaders } from '../http/send-problem.ts'
import { wantsHtml } from '../http/wants-html.ts'
import type { Attempt } from '../intake/intake.ts'
import { typedIn } from '../intake/typed.ts'
import { sendPage } from './page.tsx'
import { TroublePage } from './trouble-page.tsx'
import { findWayBack } from './way-back.ts'

/** Answers with a problem: a page for people, problem+json for programs. */
export type TellProblem = (req: Request, res: Response, problem: Problem, attempt?: Attempt) => void

export function createProblemTeller(config: Config, forms: FormBook): TellProblem {
  return (req, res, problem, attempt) => {
    res.set('Cache-Control', 'no-store')
    if (!wantsHtml(req)) return sendProblem(res, problem)
    setProblemHeaders(res, problem)
    const { home, back, from } = findWayBack(req, config, forms)
    sendPage(
      res,
      <TroublePage
        problem={problem}
        site={forms.site}
        home={home}
        back={back}
        typed={attempt && typedIn(attempt, forms)}
        action={actionOf(req, from)}
        freshKey={randomUUID()}
      />,
    )
  }
}

/** The same address once more, relative, so that it holds behind a proxy that adds a path; its query may hold the key. */
function actionOf(req: Request, from: string): string {
  const [address = '', query] = req.originalUrl.split('?')
  const parameters = new URLSearchParams(query)
  if (from !== '/') parameters.set('from', from)
  return [address.split('/').at(-1), ...(parameters.size > 0 ? [parameters] : [])].join('?')
}
