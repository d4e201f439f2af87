import { hash as computeHash } from '../../cache.mjs'
import { isError } from '../../diagnostics/problem.ts'
import type { EditFailure } from '../../editor/changes/dry-run-edits.ts'
import type { ChangeSetEffect } from '../../editor/changes/effect.ts'
import type { ChangeSetSummary } from '../../editor/changes/summarize-change-set.ts'
import { STUDIO_PREFIX } from '../../paths.ts'
import { StudioPage } from '../pages/studio-page.tsx'
import type { Person } from '../person.ts'
import { PostForm, type PostFormProps } from './forms.tsx'

interface ChangePageProps {
  person: Person
  change: ChangeSetSummary
  /** Undefined if the change set cannot be read. */
  effect: ChangeSetEffect | undefined
  may: ChangePermissions
}

/** What a person may do with a change set. */
export interface ChangePermissions {
  edit: boolean
  publish: boolean
  /** Whether the person may send it back to its owner. */
  sendBack: boolean
}

/** A change set: its edits, their effect, and what a person can do with them. */
export function ChangePage({ person, change, effect, may }: ChangePageProps) {
  const { name, hash, ready, sentBack, problem } = change
  const page = `${STUDIO_PREFIX}/changes/${name}`
  const renderForm = (action: string, label: string, { values, ...more }: Partial<PostFormProps> = {}) => (
    <PostForm action={`${page}/${action}`} label={label} values={{ hash, ...values }} {...more} />
  )
  const { edits = [], failures = [], problems = [], files = [], pages = [] } = effect ?? {}
  const canApply = effect !== undefined && failures.length === 0 && !problems.some(isError)
  return (
    <StudioPage title={`${getChangeTitle(change)}${ready ? ': ready' : sentBack ? ': sent back' : ''}`} person={person}>
      {ready && <p className="message">{`${ready.by} asks to publish this. ${ready.note ?? ''}`}</p>}
      {ready && person.id === name && (
        <p>You receive an email when the changes are published or sent back. Any further edit cancels the request.</p>
      )}
      {sentBack && <p className="message error">{`${sentBack.by} sent this back: ${sentBack.reason}`}</p>}
      {!canApply && <p className="message error">{problem ?? explainFailure()}</p>}
      {problems.map(({ file, line, message, help }) => (
        <p key={`${file} ${line} ${message}`} className="message">{`${file}:${line} ${message}. ${help ?? ''}`}</p>
      ))}
      {canApply && (
        <div className="actions">
          <a className="button quiet" href={`${page}/review`}>
            Compare pages
          </a>
          {may.publish && renderForm('publish', may.edit ? 'Publish' : 'Approve and publish', { look: 'button' })}
        </div>
      )}
      {canApply &&
        may.edit &&
        !ready &&
        renderForm('ready', 'Ready', {
          text: 'Note for the approval (optional)',
          look: may.publish ? 'button quiet' : 'button',
        })}
      {may.sendBack && renderForm('send-back', 'Send back', { text: 'What should change?' })}
      <section>
        <h2>Edits</h2>
        <ol className="items">
          {edits.map((edit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an edit is identified by its position
            <li key={index} title={change.edits[index]}>
              <span className="item-title">{edit}</span>
              {may.edit && renderForm('resolve', 'Discard', { name: `Discard ${edit}`, values: { index } })}
              {failures.filter((failure) => failure.index === index).map(renderFailure)}
            </li>
          ))}
        </ol>
        {may.edit && renderForm('discard', 'Discard all', { look: 'button danger' })}
      </section>
      {pages.length > 0 && (
        <>
          <h2>Affected pages</h2>
          <p>
            {pages.map((item) => (item.change === 'changed' ? item.page : `${item.page} (${item.change})`)).join(', ')}
          </p>
        </>
      )}
      {files.length > 0 && <h2>Files</h2>}
      {files.map(({ file, change: kind, diff }) => (
        <details key={file}>
          <summary>{kind === 'changed' ? file : `${file} (${kind})`}</summary>
          <pre>{diff || 'Not a text file.'}</pre>
        </details>
      ))}
    </StudioPage>
  )

  function explainFailure(): string {
    if (failures.length === 0) return 'The edits cause these errors. Correct the edits or discard them.'
    return `Some edits conflict with the current content. ${may.edit ? 'Decide' : 'Their author must decide'} about each.`
  }

  /** Renders why an edit cannot be applied. If its value has changed, the owner chooses which one to keep. */
  function renderFailure({ index, edit, message, conflict }: EditFailure) {
    const values = conflict && { Was: conflict.was, Now: conflict.now, Proposed: conflict.proposed }
    const proposed = { index, now: hashValue(conflict?.now) }
    return (
      <div key={index} className="panel">
        <p>{message}</p>
        {values &&
          Object.entries(values).map(([label, value]) => <p key={label}>{`${label}: ${formatValue(value)}`}</p>)}
        {values && may.edit && (
          <div className="actions">
            {renderForm('resolve', 'Use proposed', { name: `Use proposed: ${edit}`, values: proposed })}
            {renderForm('resolve', 'Keep current', { name: `Keep current: ${edit}`, values: { index } })}
          </div>
        )}
      </div>
    )
  }
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** Returns the hash of the current value in a conflict, which the person has seen. */
export function hashValue(value: unknown): string {
  return computeHash(JSON.stringify(value ?? null))
}

export function getChangeTitle({ title, name, author }: ChangeSetSummary): string {
  return title === name ? `Changes of ${author ?? name}` : title
}
