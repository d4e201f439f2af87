import { STUDIO_PREFIX } from '../../paths.ts'
import { StudioPage } from '../pages/studio-page.tsx'
import type { Person } from '../person.ts'
import { PostForm } from './forms.tsx'
import {
  describeStart,
  describeState,
  isCommitted,
  isFailed,
  isFinished,
  type Publication,
  stepLabels,
} from './publications.ts'

interface PublicationPageProps {
  person: Person
  publication: Publication
  /** Last lines of the output of the build and the deployment. */
  output: string
  /** Whether the publication has changed files, which can be undone. */
  canUndo: boolean
}

/** The progress and result of a publication. While it runs, the page reloads itself. */
export function PublicationPage({ person, publication, output, canUndo }: PublicationPageProps) {
  const page = `${STUDIO_PREFIX}/publications/${publication.id}`
  const { look, text } = describeState(publication)
  const mayPublish = person.may.includes('publish')
  return (
    <StudioPage title={`${publication.title}: ${text}`} person={person}>
      <p className="hint">{describeStart(publication)}</p>
      <p className={`message ${look}`} role="status">
        {describeResult(publication)}
      </p>
      <ol className="items">
        {publication.steps.map(({ name, state, message, started, ended }) => (
          <li key={name}>
            <span className="item-title">{stepLabels[name]}</span>
            {started && ended && (
              <span className="hint">{`${((Date.parse(ended) - Date.parse(started)) / 1000).toFixed(1)} s`}</span>
            )}
            <span className={`badge ${looks[state]}`}>{state}</span>
            {message && <pre>{message}</pre>}
          </li>
        ))}
      </ol>
      {output && (
        <details open={isFailed(publication)}>
          <summary>Output of the build and the deployment</summary>
          <pre>{output}</pre>
        </details>
      )}
      <div className="actions">
        {mayPublish && isFailed(publication) && <PostForm action={`${page}/retry`} label="Try again" look="button" />}
        {mayPublish && canUndo && <PostForm action={`${page}/undo`} label="Undo this publication" />}
        {publication.changes && !isCommitted(publication) && (
          <a href={`${STUDIO_PREFIX}/changes/${publication.changes.name}`}>Show the changes</a>
        )}
      </div>
    </StudioPage>
  )
}

const looks = { waiting: '', running: 'wait', done: 'ok', skipped: '', failed: 'error' } as const

function describeResult(publication: Publication): string {
  if (!isFinished(publication)) return 'The publication is running. This page shows its progress.'
  if (!isFailed(publication)) return 'The site is published.'
  if (!isCommitted(publication)) return 'Nothing was published. The content and the changes are as before.'
  return 'Visitors see the previous version of the site. The changes are saved: fix what the failed step reports, then try again.'
}
