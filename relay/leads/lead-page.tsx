import { cleanLine } from '../clean-text.ts'
import type { Config } from '../config.ts'
import { OutcomeForm } from '../http/signed-pages.tsx'
import { AnswerList } from '../pages/answer-list.tsx'
import { isLead } from '../store/records.ts'
import { createRetention, getKeptUntil } from '../store/retention.ts'
import type { DeliveryState, Entry } from '../store/store.ts'
import { formatSubject } from '../targets/mail-message.ts'
import { describeSource } from '../targets/source-text.ts'
import { en } from '../translations/en.ts'
import { getLeadState } from './find-leads.ts'
import { formatLeadTime, LEADS_PATH, LeadsLayout, type LeadsView } from './layout.tsx'

const DELIVERY_WORDS: Record<DeliveryState['status'], string> = {
  waiting: 'Waiting for the next attempt',
  unconfirmed: 'Waiting for the visitor to confirm the consent',
  sending: 'Being sent now',
  delivered: 'Delivered',
  dead: 'Not delivered, no further attempts',
  abandoned: 'Not sent',
}

/** Shows a lead: answers, files, source, deliveries and outcomes. */
export function LeadPage({ entry, config, ...view }: LeadsView & { entry: Entry; config: Config }) {
  const { envelope, deliveries, outcomes } = entry
  const timeOf = (moment: string | number) => formatLeadTime(moment, view.forms)
  const { language } = view.forms.site
  const contract = view.forms.forms[envelope.formType]
  const keptUntil = getKeptUntil(entry, createRetention(config.retention, view.forms))
  const state = getLeadState(entry)
  const outcome = outcomes.slice(-1).map(({ status }) => en.outcome.statuses[status])
  return (
    <LeadsLayout title={[formatSubject(envelope, contract, language), ...outcome].join(': ')} {...view}>
      <p className="lead">
        {contract?.title ?? envelope.title}, {timeOf(envelope.receivedAt)}
      </p>
      <section className="entry">
        <h2>Answers</h2>
        <div>
          <AnswerList
            envelope={envelope}
            contract={contract}
            language={language}
            address={`${LEADS_PATH}/${envelope.id}`}
          />
          <p>{envelope.source && describeSource(envelope.source)}</p>
          <small>
            Number {envelope.id}
            {keptUntil !== undefined && `, kept until ${timeOf(keptUntil)}`}
          </small>
        </div>
      </section>
      <section className="entry">
        <h2>Delivery</h2>
        {state === 'spam' ? (
          <div>
            <p>Held as spam and not delivered: {envelope.spam.join(', ')}</p>
            <Action name="release">This is not spam: deliver it</Action>
            <details>
              <summary>Delete it</summary>
              <Action name="drop">Delete it permanently</Action>
            </details>
          </div>
        ) : (
          <div>
            <dl>
              {deliveries.map(({ target, status, history }) => (
                <div key={target}>
                  <dt>{target}</dt>
                  <dd>
                    {DELIVERY_WORDS[status]}
                    {history.slice(-1).map(({ at, detail }) => `; ${timeOf(at)}: ${cleanLine(detail)}`)}
                  </dd>
                </div>
              ))}
            </dl>
            {state === 'failed' && <Action name="retry">Try again</Action>}
          </div>
        )}
      </section>
      {isLead(entry) && <OutcomeForm outcomes={outcomes} currency={config.currency} site={view.forms.site} />}
    </LeadsLayout>
  )
}

function Action({ name, children }: { name: string; children: string }) {
  return (
    <form method="post">
      <button type="submit" className="btn" name="do" value={name}>
        {children}
      </button>
    </form>
  )
}
