import { type Request, Router } from 'express'
import { cleanLine } from '../clean-text.ts'
import { formatTime } from '../clock.ts'
import { createNotFoundProblem, HttpProblem } from '../intake/http-problem.ts'
import { type IntakeContext, throwStorageProblem } from '../intake/intake.ts'
import { PageLayout, sendPage } from '../pages/page.tsx'
import { chooseFormLanguage, type SiteForms } from '../site-forms.ts'
import { currencies, getConfirmedAt, isLead, OUTCOME_STATUSES, parseOutcome } from '../store/records.ts'
import type { Entry, Envelope } from '../store/store.ts'
import { listConfirmableTexts } from '../targets/answers.ts'
import type { AttachmentLinks } from '../targets/attachment-links.ts'
import { formatSubject } from '../targets/mail-message.ts'
import { listOutcomeTargets } from '../targets/targets.ts'
import { getTimeLanguage, getTranslations } from '../translations/list.ts'
import { readShortForm, readTexts } from './short-form.ts'

/**
 * Creates the routes of the pages about a submission that signed links open. Only POST records something, because mail
 * scanners open links. Other sites cannot send such a request, because they do not know the signature.
 */
export function createSignedPageRoutes(intake: IntakeContext, links: readonly AttachmentLinks[]): Router {
  const { config, forms, store } = intake

  const pages = {
    outcome: {
      render: (entry: Entry, until: number) => <OutcomePage {...{ entry, forms, until }} currency={config.currency} />,
      record: (entry: Entry, body: Record<string, unknown>) => recordOutcome(intake, entry, body),
    },
    consent: {
      render: ({ envelope }: Entry) => <ConsentPage {...{ envelope, forms }} />,
      record: ({ envelope }: Entry) => store.confirm(envelope.id).catch(throwStorageProblem),
    },
  }

  /** Finds the submission of a link. For a forged link, the response does not depend on whether it exists. */
  async function findEntry(req: Request<{ id: string }>, file: string): Promise<Entry> {
    await intake.limitArrivals(req, file)
    const link = { ...readTexts(req.query, ['until', 'signature']), id: req.params.id, file }
    const states = links.map((signed) => signed.checkPageLink(link))
    if (states.every((state) => state === 'forged')) throw createNotFoundProblem()
    const entry = states.includes('valid') ? await store.read(link.id).catch(throwStorageProblem) : undefined
    if (entry && isLead(entry)) return entry
    throw new HttpProblem('gone', 'The link has expired, or the submission was deleted.')
  }

  const router = Router()
  for (const [file, { render, record }] of Object.entries(pages))
    router
      .route(`/attachments/:id/${file}`)
      .get(async (req, res) => {
        sendPage(res, forms.site, render(await findEntry(req, file), Number(req.query.until)))
      })
      .post(async (req, res) => {
        const entry = await findEntry(req, file)
        await readShortForm(req, res)
        await record(entry, req.body)
        // The URL is relative, because a proxy may add a path prefix.
        const query = new URLSearchParams(readTexts(req.query, ['until', 'signature']))
        res
          .status(303)
          .set({ Location: `${file}?${query}`, 'Cache-Control': 'no-store' })
          .end()
      })
      .all(() => {
        const headers = { Allow: 'GET, HEAD, POST' }
        throw new HttpProblem('method', 'This page accepts only GET and POST.', { headers })
      })
  return router
}

/** Records the outcome that a button of `OutcomeForm` sends. @throws InvalidOutcomeError, HttpProblem */
export async function recordOutcome(
  { config, store, clock }: Pick<IntakeContext, 'config' | 'store' | 'clock'>,
  { envelope: { id, formType, receivedAt } }: Entry,
  body: Record<string, unknown>,
): Promise<void> {
  const { status, value, currency } = readTexts(body, ['status', 'value', 'currency'])
  const outcome = parseOutcome({ status, value, currency: value && currency }, receivedAt, clock.now())
  await store.recordOutcome(id, outcome, listOutcomeTargets(config, formType)).catch(throwStorageProblem)
}

interface OutcomeFormProps extends Pick<Entry, 'outcomes'> {
  site: SiteForms['site']
  /** Currency that is preselected if no outcome has one. */
  currency: string
}

interface OutcomePageProps extends Pick<OutcomeFormProps, 'currency'> {
  entry: Entry
  forms: SiteForms
  /** When the link expires, in milliseconds since 1970. */
  until: number
}

function OutcomePage({ entry: { envelope, outcomes }, forms: { site, forms }, currency, until }: OutcomePageProps) {
  const { outcome: words, language: code } = getTranslations(site)
  const language = getTimeLanguage(site)
  const contract = forms[envelope.formType]
  const subject = formatSubject(envelope, contract, site.language)
  return (
    <PageLayout title={subject} language={code} site={site} home={`${site.url}/`}>
      <p className="tag">{cleanLine(contract?.title ?? envelope.title)}</p>
      <h1>{subject}</h1>
      <p className="lead">{words.received(formatTime(envelope.receivedAt, site.timeZone, language))}</p>
      <OutcomeForm {...{ outcomes, site, currency }} />
      <p className="meta">{words.link(formatDay(until, site))}</p>
    </PageLayout>
  )
}

/** Formats a day in the site's time zone. */
function formatDay(moment: string | number, site: SiteForms['site']): string {
  const timeZone = site.timeZone ?? 'UTC'
  return new Date(moment).toLocaleDateString(getTimeLanguage(site), { dateStyle: 'medium', timeZone })
}

/** Lists the outcomes of a lead, and has a form for each outcome that can be recorded. */
export function OutcomeForm({ outcomes, site, currency }: OutcomeFormProps) {
  const { outcome: words, optional } = getTranslations(site)
  const language = getTimeLanguage(site)
  const lastCurrency = outcomes.findLast((outcome) => outcome.currency)?.currency ?? currency
  const nameOf = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <>
      <section className="entry">
        <h2>{words.heading}</h2>
        <div>
          {outcomes.length === 0 && <p>{words.none}</p>}
          <dl className="outcomes">
            {outcomes.toReversed().map(({ status, value, currency, at, recordedAt }) => (
              <div key={recordedAt}>
                <dt>{formatDay(at, site)}</dt>
                <dd>
                  {words.statuses[status]}
                  {value !== undefined && `, ${value.toLocaleString(language, { style: 'currency', currency })}`}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="entry">
        <h2>{words.record}</h2>
        <div>
          {OUTCOME_STATUSES.map((status) => (
            <form key={status} className="choice" method="post">
              <p id={status}>{words.hints[status]}</p>
              {status === 'won' && (
                <div className="amount">
                  <label>
                    {words.value} <span className="opt">{optional}</span>
                    <input className="control" name="value" type="number" min="0" max="999999999999" step="0.01" />
                  </label>
                  <label>
                    {words.currency}
                    <select className="control" name="currency" defaultValue={lastCurrency}>
                      {currencies.map((code) => (
                        <option key={code} value={code}>{`${code} (${nameOf.of(code)})`}</option>
                      ))}
                    </select>
                  </label>
                </div>
              )}
              <button type="submit" className="btn" name="status" value={status} aria-describedby={status}>
                {words.statuses[status]}
              </button>
            </form>
          ))}
        </div>
      </section>
    </>
  )
}

/** Shows the consents that the visitor confirms, with a button until then. */
export function ConsentPage({ envelope, forms: all }: { envelope: Envelope; forms: SiteForms }) {
  const { site, forms } = chooseFormLanguage(all, envelope.language)
  const words = getTranslations(site)
  const contract = forms[envelope.formType]
  const confirmedAt = getConfirmedAt(envelope)
  const heading = confirmedAt ? words.optIn.confirmed : words.optIn.heading
  return (
    <PageLayout title={heading} language={words.language} site={site} home={`${site.url}/`}>
      <p className="tag">{cleanLine(contract?.title ?? envelope.title)}</p>
      <h1>{heading}</h1>
      {listConfirmableTexts(envelope, words).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {confirmedAt ? (
        <p className="meta">({words.mail.confirmedAt(formatTime(confirmedAt, 'UTC', words.language))})</p>
      ) : (
        <form method="post">
          <button type="submit" className="btn">
            {words.optIn.confirm}
          </button>
        </form>
      )}
    </PageLayout>
  )
}
