import type { ReactNode } from 'react'
import type { ScheduledEntry } from '../../content/schedule.ts'
import { pluralize } from '../../diagnostics/formats/pretty.ts'
import type { ChangeSetSummary } from '../../editor/changes/summarize-change-set.ts'
import { STUDIO_PREFIX } from '../../paths.ts'
import { StudioPage } from '../pages/studio-page.tsx'
import type { Person } from '../person.ts'
import { getChangeTitle } from './change-page.tsx'
import { describeStart, describeState, type Publication } from './publications.ts'

interface HomePageProps {
  person: Person
  own: readonly ChangeSetSummary[]
  /** Change sets of others that are ready, and those of agents. */
  waiting: readonly ChangeSetSummary[]
  scheduled: readonly ScheduledEntry[]
  publications: readonly Publication[]
}

/** What a person can publish, what waits for approval, and what has been or will be published. */
export function HomePage({ person, own, waiting, scheduled, publications }: HomePageProps) {
  const start = (
    <>
      None. <a href="/">Open the site</a>, and click the pencil in the corner of a page to edit it.
    </>
  )
  return (
    <StudioPage title="Changes" person={person}>
      <List title="Your changes" empty={person.may.includes('edit') && start}>
        {own.map(renderChange)}
      </List>
      <List title="Waiting for approval" empty={person.may.includes('publish') && 'Nothing.'}>
        {waiting.map(renderChange)}
      </List>
      <List title="Scheduled">
        {scheduled.map(({ file, title, next }) => (
          <li key={`${file} ${title}`}>
            <span className="item-title">{title}</span>
            <span className="hint">{`${next?.change === 'appears' ? 'appears' : 'disappears'} on ${next?.day}`}</span>
          </li>
        ))}
      </List>
      <List title="Publications" empty="None yet.">
        {publications.map((publication) => (
          <li key={publication.id}>
            <a className="item-title" href={`${STUDIO_PREFIX}/publications/${publication.id}`}>
              {publication.title}
            </a>
            <span className="hint">{describeStart(publication)}</span>
            <span className={`badge ${describeState(publication).look}`}>{describeState(publication).text}</span>
          </li>
        ))}
      </List>
    </StudioPage>
  )
}

/** A list with a title. Without entries, shows `empty` instead or, if that is missing, nothing. */
function List({ title, empty, children }: { title: string; empty?: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0 && !empty) return null
  return (
    <section>
      <h2>{title}</h2>
      {children.length > 0 ? <ul className="items">{children}</ul> : <p>{empty}</p>}
    </section>
  )
}

function renderChange(change: ChangeSetSummary) {
  const { name, edits, ready, sentBack } = change
  return (
    <li key={name}>
      <a className="item-title" href={`${STUDIO_PREFIX}/changes/${name}`}>
        {getChangeTitle(change)}
      </a>
      <span className="hint">{pluralize(edits.length, 'edit')}</span>
      {ready && <span className="badge wait">Ready</span>}
      {sentBack && <span className="badge error">Sent back</span>}
    </li>
  )
}
