import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../forms.ts'
import type { DeliveryState, Entry } from '../spool/store.ts'
import { timeText } from '../time-text.ts'
import { mailOf, recordOf } from './received.ts'

export interface TargetViewProps {
  entry: Entry
  delivery: DeliveryState
  /** Undefined when it is not set up any more. */
  target: TargetConfig | undefined
  forms: FormBook
}

/** What became of an entry at one target, and what the target gets. */
export function TargetView({ entry, delivery, target, forms }: TargetViewProps) {
  const { envelope } = entry
  const mail = target && mailOf(entry, target, forms)
  // What the headings say already is not said again: the outcome, and the number of the entry.
  const news = (kind: string, detail: string) =>
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
            {news(kind, detail)} <small>{timeText(at)}</small>
          </li>
        ))}
      </ul>
      {mail && (
        <details>
          <summary>Mail</summary>
          <pre>{`From: ${mail.from}\nTo: ${mail.to}\nReply-To: ${mail.replyTo}\nSubject: ${mail.subject}\n\n${mail.text}`}</pre>
          <iframe
            title={`Mail to ${delivery.target}`}
            sandbox=""
            loading="lazy"
            src={`/inbox/${envelope.id}/mail/${delivery.target}`}
          />
        </details>
      )}
      {target && target.kind !== 'smtp' && (
        <details>
          <summary>JSON</summary>
          <pre>{recordOf(entry, forms)}</pre>
        </details>
      )}
    </section>
  )
}
