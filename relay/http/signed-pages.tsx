import { type Request, Router } from 'express'
import { cleanLine } from '../clean-text.ts'
import { formatTime } from '../clock.ts'
import { createNotFoundProblem, HttpProblem } from '../intake/http-problem.ts'
import { type IntakeContext, throwStorageProblem } from '../intake/intake.ts'
import { PageLayout, sendPage } from '../pages/page.tsx'
import type { SiteForms } from '../site-forms.ts'
import { getConfirmedAt } from '../store/confirmation.ts'
import { isLead } from '../store/outcome.ts'
import type { Entry, Envelope } from '../store/store.ts'
import { listConfirmableTexts } from '../targets/answers.ts'
import type { AttachmentLinks } from '../targets/attachment-links.ts'
import { formatSubject } from '../targets/mail-message.ts'
import { getTimeLanguage, getTranslations } from '../translations/list.ts'
import { formatSiteDay, OutcomeForm, readShortForm, readTexts, recordOutcome } from './outcome-form.tsx'

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

interface OutcomePageProps {
  entry: Entry
  forms: SiteForms
  /** Currency that is preselected if no outcome has one. */
  currency: string
  /** When the link expires, in milliseconds since 1970. */
  until: number
}

function OutcomePage({ entry: { envelope, outcomes }, forms: { site, forms }, currency, until }: OutcomePageProps) {
  const { outcome: words, language: code } = getTranslations(site)
  const language = getTimeLanguage(site)
  const contract = forms[envelope.formType]
  const subject = formatSubject(envelope, contract)
  return (
    <PageLayout title={subject} language={code} site={site} home={`${site.url}/`}>
      <p className="tag">{cleanLine(contract?.title ?? envelope.title)}</p>
      <h1>{subject}</h1>
      <p className="lead">{words.received(formatTime(envelope.receivedAt, site.timeZone, language))}</p>
      <OutcomeForm {...{ outcomes, currency, site }} />
      <p className="meta">{words.link(formatSiteDay(until, site))}</p>
    </PageLayout>
  )
}

/** Shows the consents that the visitor confirms, with a button until then. */
export function ConsentPage({ envelope, forms: { site, forms } }: { envelope: Envelope; forms: SiteForms }) {
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
