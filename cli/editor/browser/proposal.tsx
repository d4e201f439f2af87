import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { EditFailure } from '../changes/dry-run-edits.ts'
import type { ChangeSetEffect } from '../changes/effect.ts'
import type { ChangeSetSummary } from '../changes/summarize-change-set.ts'
import type { SaveResult } from '../files/save-queue.ts'
import { Button } from './button.tsx'
import { Diff, Pages } from './diff.tsx'
import { deferFocus, findInEditor } from './focus.ts'
import { FieldError } from './notices.tsx'
import type { EditedPage } from './page.ts'
import { usePrompt } from './prompt.tsx'
import { FailedEdit } from './proposal-conflict.tsx'
import type { ApiError, Session } from './session.ts'
import { useAsync } from './use-async.ts'

export interface ProposalProps {
  session: Session
  page: EditedPage
  proposal: ChangeSetSummary
  /** Shows a message in the toolbar. */
  setStatus(message: string): void
  onSaved(result: Partial<SaveResult>, message: string): void
  /** Loads the proposals again. */
  onChanged(): Promise<void>
}

/** What applying a proposal would do, with buttons to apply, approve and discard it. */
export function Proposal({ session, page, proposal, setStatus, onSaved, onChanged }: ProposalProps) {
  const { name, hash, approved, edits, problem } = proposal
  const isOwn = session.changeSet !== undefined
  /** Identifies the listed edits and the current files. */
  const latest = `${hash} ${useSyncExternalStore(page.subscribe, page.revision)}`
  const [key, setKey] = useState(latest)
  const [isBusy, setBusy] = useState(false)
  // While the proposal is being applied, it may disappear at any moment.
  useEffect(() => {
    if (!isBusy) setKey(latest)
  }, [isBusy, latest])
  const request = useCallback(
    async () => ({ key, effect: problem === undefined ? await session.proposals.effect(name) : undefined }),
    [session, name, key, problem],
  )
  const { answer, failure, load } = useAsync(request)
  const [error, setError] = useState<string>()
  const [dialog, prompt] = usePrompt()
  const effect = answer?.effect
  const isCurrent = answer?.key === latest
  const canApply =
    isCurrent && effect?.failures.length === 0 && !effect.problems.some(({ severity }) => severity === 'error')
  /** Runs an action, and ignores further clicks until it has finished. */
  const attempt = async (task: (focus: ReturnType<typeof deferFocus>) => Promise<void>) => {
    if (isBusy) return
    const focus = deferFocus()
    setBusy(true)
    setError(undefined)
    try {
      await task(focus)
      await onChanged()
    } catch (caught) {
      setStatus('')
      setError((caught as ApiError).message)
      await Promise.all([onChanged(), load()])
    }
    setBusy(false)
  }
  const apply = () =>
    attempt(async (focus) => {
      setStatus('Applying the proposal…')
      onSaved(await session.proposals.apply(proposal), `Applied ${name}. Undo restores the files.`)
      focus(findInEditor('#panel-title'))
    })
  const toggleApproval = () =>
    attempt(async () => {
      await (approved ? session.proposals.withdraw(name) : session.proposals.approve(proposal))
      setStatus(approved ? `Withdrew the approval of ${name}` : `Approved ${name}. An agent may now apply it.`)
    })
  const discard = async () => {
    const message = isOwn ? 'Discard all your changes?' : `Discard the proposal ${name}? This cannot be undone.`
    if ((await prompt({ message, confirm: 'Discard' })) === undefined) return
    await attempt(async (focus) => {
      await session.proposals.discard(name)
      setStatus(isOwn ? 'Discarded all your changes' : `Discarded ${name}`)
      focus(findInEditor('#panel-title'))
    })
  }
  const resolve = ({ index, edit, conflict }: EditFailure, keep: 'proposed' | 'current') =>
    attempt(async (focus) => {
      await session.proposals.resolve(proposal, index, keep === 'proposed' ? conflict?.now : undefined)
      setStatus(keep === 'proposed' ? `Uses the proposed value: ${edit}` : `Removed from the proposal: ${edit}`)
      // Move focus, because the clicked button disappears, and the proposal with its last edit.
      const isGone = isOwn || (keep === 'current' && edits.length === 1)
      focus(findInEditor(isGone ? '#panel-title' : `#proposal-${name}`))
    })
  const revert = (file: string) =>
    attempt(async (focus) => {
      onSaved(await session.revert(file), `Discarded the changes to ${file}. Undo restores them.`)
      focus(findInEditor('#panel-title'))
    })
  return (
    <>
      {dialog}
      <p className="row">
        {problem === undefined && !isOwn && (
          <>
            <Button label="Apply" className="main" disabled={!canApply} onClick={apply} />
            <Button
              label={approved ? 'Withdraw approval' : 'Approve'}
              title={
                approved ? undefined : 'Allows an agent to apply it. Proposals that add warnings cannot be approved.'
              }
              disabled={!approved && !(canApply && effect.problems.length === 0)}
              onClick={toggleApproval}
            />
          </>
        )}
        <Button label={isOwn ? 'Discard all…' : 'Discard…'} onClick={discard} />
      </p>
      <FieldError message={error ?? failure ?? problem} />
      <p className="about" role="status">
        {!isCurrent && !failure && 'Checking the proposal and comparing pages…'}
      </p>
      {effect && (
        <Effect effect={effect} isCurrent={isCurrent} onResolve={resolve} onRevert={isOwn ? revert : undefined} />
      )}
    </>
  )
}

interface EffectProps {
  effect: ChangeSetEffect
  isCurrent: boolean
  onResolve(failure: EditFailure, keep: 'proposed' | 'current'): void
  /** Discards the edits of a file; undefined if this is not possible. */
  onRevert: ((file: string) => void) | undefined
}

function Effect({ effect, isCurrent, onResolve, onRevert }: EffectProps) {
  const { edits, failures, problems, files, pages } = effect
  return (
    <div className="effect">
      {failures.map((failure) => (
        <FailedEdit
          key={failure.index}
          failure={failure}
          isCurrent={isCurrent}
          onResolve={(keep) => onResolve(failure, keep)}
        />
      ))}
      {problems.map(({ file, line, column, severity, message, help }) => (
        <p key={`${file} ${line} ${column} ${message}`} className={severity === 'error' ? 'refusal' : 'about'}>
          {`${file}:${line} ${[message, help].filter(Boolean).join('. ')}`}
        </p>
      ))}
      <ol className="edits">
        {edits.map((edit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an edit is identified by its position
          <li key={index}>{edit}</li>
        ))}
      </ol>
      {pages && (
        <Pages
          addresses={pages.map(({ page }) => page)}
          added={pages.flatMap(({ page, change }) => (change === 'added' ? [page] : []))}
        />
      )}
      {files.map(({ file, change, diff }) => (
        <section key={file} aria-label={file}>
          <p className="place">{change === 'changed' ? file : `${file} (${change})`}</p>
          {onRevert && <Button label="Discard changes" disabled={!isCurrent} onClick={() => onRevert(file)} />}
          {diff && <Diff text={diff.replace(/^ {2}/gm, '')} />}
        </section>
      ))}
    </div>
  )
}
