import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../forms.ts'
import type { Entry } from '../spool/store.ts'
import { listAnswers } from '../targets/answers.ts'
import { timeText } from '../time-text.ts'
import { headingOf } from './heading.ts'
import { TargetView } from './target-view.tsx'

export interface InboxEntryProps {
  entry: Entry
  forms: FormBook
  targets: readonly TargetConfig[]
}

/** One submission: the answers by label, the files, and each target. */
export function InboxEntry({ entry, forms, targets }: InboxEntryProps) {
  const { envelope, place, deliveries, problem } = entry
  const answers = listAnswers(forms.forms[envelope.formType], envelope)
  return (
    <article className="entry" id={envelope.id}>
      <header>
        <h2>{headingOf(envelope)}</h2>
        <span className="state" data-is={place}>
          {place}
        </span>
        <p>
          <time dateTime={envelope.receivedAt}>{timeText(envelope.receivedAt)}</time>
          <br />
          <small>
            {envelope.title}
            <br />
            {envelope.id}
          </small>
        </p>
      </header>
      <div>
        {envelope.spam.length > 0 && <p>Held back as spam: {envelope.spam.join(', ')}</p>}
        {problem && <p className="trouble">{problem}</p>}
        <dl>
          {answers.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          {envelope.attachments.map(({ file, name, size }) => (
            <div key={file}>
              <dt>Attached</dt>
              <dd>
                <a href={`/inbox/${envelope.id}/files/${file}`}>{name}</a> ({Math.ceil(size / 1024)} kB)
              </dd>
            </div>
          ))}
        </dl>
        {deliveries.map((delivery) => (
          <TargetView
            key={delivery.target}
            entry={entry}
            delivery={delivery}
            target={targets.find(({ name }) => name === delivery.target)}
            forms={forms}
          />
        ))}
      </div>
    </article>
  )
}
