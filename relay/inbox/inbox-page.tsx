import { cleanLine } from '../clean-text.ts'
import { formatTime } from '../clock.ts'
import { AnswerList } from '../pages/answer-list.tsx'
import { EmptyShelf, PageLayout } from '../pages/page.tsx'
import { getConfirmedAt } from '../store/records.ts'
import { getKeptUntil, type Retention } from '../store/retention.ts'
import type { DeliveryState, Entry, Envelope } from '../store/store.ts'
import { previewConfirmation } from '../targets/confirmation.ts'
import { describeSource } from '../targets/source-text.ts'
import type { MailPreview } from '../targets/target.ts'
import { CONFIRMATION_TARGET } from '../targets/targets.ts'
import { getTimeLanguage } from '../translations/list.ts'
import { type PreviewContext, previewDelivery } from './preview-delivery.ts'

interface InboxPageProps extends PreviewContext {
  retention: Retention
  /** Entries to show, newest first. */
  entries: Entry[]
  /** Number of all stored entries, including those not shown. */
  total: number
}

/** Shows submissions with their answers and files, and a preview of each delivery. */
export function InboxPage({ entries, total, ...parts }: InboxPageProps) {
  return (
    <PageLayout title="Inbox" language="en" site={parts.forms.site} home="/" wide>
      <h1>Inbox</h1>
      <p className="lead">
        {total === 0
          ? 'No submissions yet. Submit a form, then reload this page.'
          : `${entries.length} of ${total} submissions, newest first.`}
      </p>
      {total === 0 && <EmptyShelf site={parts.forms.site} />}
      {entries.map((entry) => (
        <InboxEntry key={entry.envelope.id} entry={entry} {...parts} />
      ))}
    </PageLayout>
  )
}

function InboxEntry({ entry, retention, ...parts }: { entry: Entry; retention: Retention } & PreviewContext) {
  const { envelope, place, deliveries, outcomes, problem } = entry
  const keptUntil = getKeptUntil(entry, retention)
  const contract = parts.forms.forms[envelope.formType]
  return (
    <article className="entry" id={envelope.id}>
      <header>
        <h2>{headingOf(envelope)}</h2>
        <span className="state" data-is={place}>
          {place}
        </span>
        {outcomes.slice(-1).map(({ status, value = '', currency }) => (
          <span key={status} className="state">
            {status} {value} {currency}
          </span>
        ))}
        <p>
          <time dateTime={envelope.receivedAt}>{formatSiteTime(envelope.receivedAt, parts)}</time>
          <br />
          <small>
            {envelope.title}
            {envelope.canary && ' (canary)'}
            <br />
            {envelope.id}
            {envelope.source && (
              <>
                <br />
                {describeSource(envelope.source)}
              </>
            )}
            {keptUntil !== undefined && (
              <>
                <br />
                Kept until {formatSiteTime(new Date(keptUntil).toISOString(), parts)}
              </>
            )}
          </small>
        </p>
      </header>
      <div>
        {envelope.spam.length > 0 && <p>Held back as spam: {envelope.spam.join(', ')}</p>}
        {problem && <p className="problem">{problem}</p>}
        <AnswerList
          envelope={envelope}
          contract={contract}
          language={parts.forms.site.language}
          address={`/inbox/${envelope.id}`}
        />
        {getConfirmedAt(envelope) === null && (
          <p>
            <a href={`/inbox/${envelope.id}/consent`}>Page on which the visitor confirms the consent</a>
          </p>
        )}
        {deliveries.map((delivery) => (
          <TargetView key={delivery.target} entry={entry} delivery={delivery} {...parts} />
        ))}
        <Unsent envelope={envelope} {...parts} />
      </div>
    </article>
  )
}

function TargetView({ entry, delivery, forms, targets }: { entry: Entry; delivery: DeliveryState } & PreviewContext) {
  const { envelope } = entry
  const { mail, json } = previewDelivery(entry, delivery.target, { forms, targets })
  // Omits the status and the entry's id, which the headings already show.
  const historyText = (kind: string, detail: string) =>
    [kind !== delivery.status && kind, !detail.includes(envelope.id) && detail].filter(Boolean).join(': ')
  return (
    <section>
      <h3>
        Target: {delivery.target}{' '}
        <span className="state" data-is={delivery.status}>
          {delivery.status}
        </span>
      </h3>
      <ul>
        {delivery.history.map(({ at, kind, detail }) => (
          <li key={`${at} ${kind} ${detail}`}>
            {historyText(kind, detail)} <small>{formatSiteTime(at, { forms })}</small>
          </li>
        ))}
      </ul>
      {mail && <MailView mail={mail} id={envelope.id} target={delivery.target} />}
      {json && (
        <details>
          <summary>JSON</summary>
          <pre>{json}</pre>
        </details>
      )}
    </section>
  )
}

/** Previews the confirmation email if no target sends it, so that authors can check its text. */
function Unsent({ envelope, forms, targets }: { envelope: Envelope } & PreviewContext) {
  const mail = previewConfirmation(targets, envelope, forms)
  if (!mail || envelope.targets.includes(CONFIRMATION_TARGET)) return null
  return (
    <section>
      <h3>Email to the visitor: not sent</h3>
      <MailView mail={mail} id={envelope.id} target={CONFIRMATION_TARGET} />
    </section>
  )
}

function MailView({ mail, id, target }: { mail: MailPreview; id: string; target: string }) {
  return (
    <details>
      <summary>Email</summary>
      <pre>{mail.text}</pre>
      <iframe title={`Email to ${target}`} sandbox="" loading="lazy" src={`/inbox/${id}/mail/${target}`} />
    </details>
  )
}

const HEADING_FIELDS = ['name', 'companyName', 'brandName', 'jobTitle', 'job_title']

/** Returns a heading that identifies the submission, or the form's title if all heading fields are empty. */
function headingOf({ values, title }: Pick<Envelope, 'values' | 'title'>): string {
  const texts = HEADING_FIELDS.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined))
  const headings = texts.flatMap((text) => (typeof text === 'string' ? cleanLine(text, 100) : [])).filter(Boolean)
  return [...new Set(headings)].join(', ') || title
}

/** Formats a time in the site's time zone, and in UTC. */
function formatSiteTime(moment: string, { forms: { site } }: Pick<PreviewContext, 'forms'>): string {
  return formatTime(moment, site.timeZone, getTimeLanguage(site, 'en'))
}
