import { randomUUID } from 'node:crypto'
import { pickApplicableFields } from '@northshelf/site/forms/conditions.ts'
import type { Contract } from '@northshelf/site/forms/contract.ts'
import { listFields, TRANSPORT_FIELDS } from '@northshelf/site/forms/fields.ts'
import { FormView } from '@northshelf/site/forms/form-view.tsx'
import { prepareConsentFields } from '@northshelf/site/forms/kinds/consent/consent-fields.ts'
import { listFileFields } from '@northshelf/site/forms/kinds/file/file-fields.ts'
import { getFieldType, loadFieldViews } from '@northshelf/site/forms/kinds/get-field-type.ts'
import { TextWithEmailLinks } from '@northshelf/site/ui/running-text.tsx'
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Config } from '../config.ts'
import { type HttpProblem, type ProblemCode, sendProblem, toProblem } from '../intake/http-problem.ts'
import { type RequestContext, wantsHtml } from '../intake/intake.ts'
import { getProblemMessage } from '../intake/validate-submission.ts'
import { readSourceFields, type SourceFields } from '../intake/visit-source.ts'
import type { Logger } from '../monitoring/log.ts'
import { chooseFormLanguage, identifyForm, type SiteForms } from '../site-forms.ts'
import type { Translations } from '../translations/en.ts'
import { getTranslations } from '../translations/list.ts'
import { EmptyShelf, findReferringPage, PageLayout, type ReferringPage, sendPage } from './page.tsx'

const viewOf = await loadFieldViews()

/** Responds with a problem: a page for people, problem+json for programs. */
export type ProblemResponder = (req: Request, res: Response, problem: HttpProblem, context?: RequestContext) => void

export function createProblemResponder(config: Config, all: SiteForms): ProblemResponder {
  return (req, res, problem, context) => {
    const forms = chooseFormLanguage(all, req.query.language)
    res.set('Cache-Control', 'no-store')
    // If the body has not arrived completely, keeps the connection open even if the client asked to close it. Otherwise
    // the client could not read the response.
    if (!req.complete) res.shouldKeepAlive = true
    if (!wantsHtml(req)) return sendProblem(res, problem)
    res.status(problem.status).set(problem.headers)
    const { home, back, from } = findReferringPage(req, config, forms.site)
    const filled = context && getFilledForm(context, forms)
    const source = filled && readSourceFields(req, (name) => getLastText(context, name), config, forms.site)
    sendPage(
      res,
      forms.site,
      <ProblemPage
        problem={problem}
        home={home}
        back={back}
        filled={filled}
        source={source}
        site={forms.site}
        action={actionOf(req, from)}
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

interface ProblemPageProps extends Pick<ReferringPage, 'home' | 'back'> {
  problem: HttpProblem
  site: SiteForms['site']
  /** The form and its answers, if the relay received them. */
  filled: FilledForm | undefined
  /** Transport fields to send again with the form. */
  source: SourceFields | undefined
  /** Relative URL to which the form is submitted. */
  action: string
}

const REFUSALS: Partial<Record<ProblemCode, keyof Translations['refusals']>> = {
  'too-large': 'tooLarge',
  rate: 'tooOften',
  timeout: 'timeout',
  'public-key': 'notHere',
  origin: 'notHere',
  'idempotency-mismatch': 'sentBefore',
  'no-space': 'notNow',
  storage: 'notNow',
  internal: 'notNow',
  gone: 'gone',
}

/** Codes of problems with requests that do not involve a form. */
const NO_FORM = new Set<ProblemCode>(['not-found', 'method'])

/**
 * Page for a submission that was not accepted. If the form is known, the page contains it with all answers, so that the
 * visitor can send it again.
 */
function ProblemPage({ problem, site, home, back, filled, source = {}, action }: ProblemPageProps) {
  const isValid = problem.errors.length === 0
  const given = Object.values(filled?.given ?? {})
  const isNotFound = NO_FORM.has(problem.code)
  const words = getTranslations(site)
  const refusal = words.refusals[REFUSALS[problem.code] ?? 'broken']
  const heading = isNotFound ? words.notFound : filled && !isValid ? filled.contract.title : refusal.heading
  return (
    <PageLayout title={words.errorTitle(heading)} language={words.language} site={site} home={home}>
      {given.length > 0 && <p className="tag">{given.join(', ')}</p>}
      <h1>{heading}</h1>
      {(isValid || !filled) && !isNotFound && (
        <p className="problem" role="alert">
          {refusal.text}
        </p>
      )}
      {filled && <p className="lead">{adviceFor(filled.contract, isValid, words)}</p>}
      {!filled && !isNotFound && problem.code !== 'gone' && <p>{words.goBack}</p>}
      {filled && (
        <FormView
          {...filled}
          contract={prepareConsentFields(filled.contract, back)}
          viewOf={viewOf}
          action={action}
          labels={site.labels ?? words}
          problems={problemsOf(pickApplicableFields(filled.contract, filled.values), problem)}
        >
          {/* The idempotency key of the next submission. */}
          <input type="hidden" name={TRANSPORT_FIELDS.key} defaultValue={randomUUID()} />
          {Object.entries(source).map(([name, text]) => (
            <input key={name} type="hidden" name={name} defaultValue={text} />
          ))}
        </FormView>
      )}
      {(isValid || !filled) && (
        <p className={isNotFound ? 'lead' : undefined}>
          <TextWithEmailLinks text={(isNotFound ? words.reportLink : words.write)(site.email)} />
        </p>
      )}
      {isNotFound && <EmptyShelf site={site} />}
      <p>
        <a className={isNotFound ? 'btn' : undefined} href={back}>
          {words.backTo(site.name)}
        </a>
      </p>
    </PageLayout>
  )
}

/** Returns the error message for each field. A page cannot refill file fields, so it asks for required files again. */
function problemsOf(contract: Contract, { errors }: HttpProblem): Record<string, string> {
  const details = Object.fromEntries(errors.map(({ field, detail }) => [field, detail]))
  const files = listFileFields(contract).filter(({ name, required }) => required && !(name in details))
  return { ...details, ...Object.fromEntries(files.map((field) => [field.name, getProblemMessage(field, 'required')])) }
}

function adviceFor(contract: Contract, isValid: boolean, words: Translations): string {
  if (listFileFields(contract).length > 0) return words.chooseFileAgain
  return isValid ? words.sendAgain : words.answersKept
}

/** A form and the answers that the relay received, used to render the form again. */
interface FilledForm {
  contract: Contract
  values: Record<string, string | string[]>
  given: Record<string, string>
}

function getLastText({ entries }: RequestContext, name: string): string | undefined {
  return entries.findLast((entry) => entry[0] === name)?.[1]
}

/** Reads the form and the answers from a request. @returns undefined if the form is unknown */
function getFilledForm(context: RequestContext, forms: SiteForms): FilledForm | undefined {
  const last = (name: string) => getLastText(context, name)
  const contract = context.contract ?? identifyForm(forms, context.endpoint, last)
  if (!contract) return undefined
  const values = listFields(contract).flatMap((field): [string, string | string[]][] => {
    const texts = context.entries.filter(([name]) => name === field.name).map(([, text]) => text)
    const { answer } = getFieldType(field)
    if (texts.length === 0 || !answer) return []
    return [[field.name, answer.many ? texts : (texts.at(-1) ?? '')]]
  })
  const given = contract.given.flatMap((name): [string, string][] => {
    const text = last(name)
    return text === undefined ? [] : [[name, text]]
  })
  return { contract, values: Object.fromEntries(values), given: Object.fromEntries(given) }
}
