import type { TargetConfig } from '../config.ts'
import type { FormBook } from '../forms.ts'
import { EmptyShelf } from '../pages/empty-shelf.tsx'
import { Page } from '../pages/page.tsx'
import type { Entry } from '../spool/store.ts'
import { InboxEntry } from './inbox-entry.tsx'

export interface InboxPageProps {
  /** Newest first. */
  entries: Entry[]
  /** How many there are altogether. */
  total: number
  forms: FormBook
  targets: readonly TargetConfig[]
}

/** Everything that came in, for the person who develops the site. */
export function InboxPage({ entries, total, forms, targets }: InboxPageProps) {
  return (
    <Page title="Inbox" site={forms.site} home="/" wide>
      <h1>Inbox</h1>
      <p className="lead">
        {total === 0
          ? 'Nothing has come in yet. Send a form, then load this page again.'
          : `${entries.length} of ${total} submissions, newest first.`}
      </p>
      {total === 0 && <EmptyShelf />}
      {entries.map((entry) => (
        <InboxEntry key={entry.envelope.id} entry={entry} forms={forms} targets={targets} />
      ))}
    </Page>
  )
}
