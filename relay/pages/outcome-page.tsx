import { cleanLine } from '../clean-text.ts'
import { formatTime } from '../clock.ts'
import type { SiteForms } from '../site-forms.ts'
import { currencies, OUTCOME_STATUSES } from '../store/outcome.ts'
import type { Entry, LeadOutcome } from '../store/store.ts'
import { formatSubject } from '../targets/mail-message.ts'
import { getTimeLanguage, getTranslations } from '../translations/list.ts'
import { PageLayout } from './page.tsx'

interface OutcomePageProps {
  entry: Entry
  forms: SiteForms
  /** When the link expires, in milliseconds since 1970. */
  until: number
  /** Preselected currency. */
  currency: string
}

/** Page on which the team sees and records what became of a lead. */
export function OutcomePage({ entry, forms: { site, forms }, until, currency }: OutcomePageProps) {
  const { envelope, outcomes } = entry
  const words = getTranslations(site)
  const language = getTimeLanguage(site)
  const contract = forms[envelope.formType]
  const subject = formatSubject(envelope, contract)
  const timeOf = (moment: string | number) => formatTime(new Date(moment).toISOString(), site.timeZone, language)
  const nameOf = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <PageLayout title={subject} language={words.language} site={site} home={`${site.url}/`}>
      <p className="tag">{cleanLine(contract?.title ?? envelope.title)}</p>
      <h1>{subject}</h1>
      <p className="lead">{words.outcome.received(timeOf(envelope.receivedAt))}</p>
      <section className="entry">
        <h2>{words.outcome.heading}</h2>
        {outcomes.length === 0 ? (
          <p>{words.outcome.none}</p>
        ) : (
          <div>
            <dl>
              {outcomes.toReversed().map((outcome, index) => (
                <div key={outcome.recordedAt}>
                  <dt>{timeOf(outcome.at)}</dt>
                  <dd className={index === 0 ? 'latest' : undefined}>{describeOutcome(outcome, site)}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </section>
      <section className="entry">
        <h2>{words.outcome.record}</h2>
        <div>
          {OUTCOME_STATUSES.map((status) => (
            <form key={status} className="choice" method="post">
              <p id={status}>{words.outcome.hints[status]}</p>
              {status === 'won' && (
                <div className="amount">
                  <label>
                    {words.outcome.value} <span className="opt">{words.optional}</span>
                    <input className="control" name="value" type="number" min="0" max="999999999999" step="0.01" />
                  </label>
                  <label>
                    {words.outcome.currency}
                    <select className="control" name="currency" defaultValue={currency}>
                      {currencies.map((code) => (
                        <option key={code} value={code}>{`${code} (${nameOf.of(code)})`}</option>
                      ))}
                    </select>
                  </label>
                </div>
              )}
              <button type="submit" className="btn" name="status" value={status} aria-describedby={status}>
                {words.outcome.statuses[status]}
              </button>
            </form>
          ))}
        </div>
      </section>
      <p className="meta">{words.outcome.link(timeOf(until))}</p>
    </PageLayout>
  )
}

/** Describes an outcome, such as `Won, $12,000.00`. */
function describeOutcome({ status, value, currency }: LeadOutcome, site: SiteForms['site']): string {
  const amount = value?.toLocaleString(getTimeLanguage(site), { style: 'currency', currency })
  return [getTranslations(site).outcome.statuses[status], amount].filter(Boolean).join(', ')
}
