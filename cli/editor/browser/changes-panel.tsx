import { useEffect, useState } from 'react'
import type { SaveResult } from '../files/save-queue.ts'
import type { ChangedFile } from '../server/git.ts'
import { Button } from './button.tsx'
import { Diff, Pages } from './diff.tsx'
import { deferFocus, findInEditor } from './focus.ts'
import type { EditedPage } from './page.ts'
import { PanelFrame } from './panel-frame.tsx'
import { usePrompt } from './prompt.tsx'
import { Proposals } from './proposals.tsx'
import type { ApiError, Session } from './session.ts'
import { useAsync } from './use-async.ts'

interface ChangesPanelProps {
  session: Session
  page: EditedPage
  /** Shows a message in the toolbar. */
  setStatus(message: string): void
  onOpen(file: string): void
  onSaved(result: Partial<SaveResult>, message?: string): void
  onClose(): void
}

const marks = { added: '+', changed: '~', removed: '−' } as const
const revertLabels = { added: 'Delete', changed: 'Discard changes', removed: 'Restore' } as const

/** Lists the proposals and, except in the studio, the files that differ from the last commit. */
export function ChangesPanel(props: ChangesPanelProps) {
  const { session, onClose } = props
  return (
    <PanelFrame title="Changes" onClose={onClose}>
      <Proposals {...props} />
      {session.changeSet === undefined && <ChangedFiles {...props} />}
    </PanelFrame>
  )
}

/** Lists the files that differ from the last commit. The editor never commits. */
function ChangedFiles({ session, page, onOpen, onSaved }: ChangesPanelProps) {
  const { answer: files, failure, load } = useAsync(session.changes)
  const { answer: affected, load: loadAffected } = useAsync(session.affectedPages)
  const [status, setStatus] = useState('')
  const [dialog, prompt] = usePrompt()
  useEffect(() => page.subscribeToFiles(() => void Promise.all([load(), loadAffected()])), [page, load, loadAffected])
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setStatus('Copied'),
      () => setStatus('The browser blocked access to the clipboard.'),
    )
  const revert = async ({ file, state }: ChangedFile) => {
    const messages = {
      added: `Delete ${file}? It was never committed.`,
      changed: `Discard all changes to ${file} since the last commit?`,
      removed: `Restore ${file} from the last commit?`,
    }
    if ((await prompt({ message: messages[state], confirm: revertLabels[state] })) === undefined) return
    const focus = deferFocus()
    try {
      onSaved(await session.revert(file))
      setStatus(state === 'added' ? `Deleted ${file}` : `Restored ${file}`)
    } catch (error) {
      setStatus((error as ApiError).message)
    }
    await load()
    // Move focus, because the clicked button disappeared when its file left the list.
    focus(findInEditor('#panel-title'))
  }
  return (
    <>
      {dialog}
      <h3>Since the last commit</h3>
      {failure && <p className="refusal">{failure}</p>}
      {files === null && (
        <p>
          Changes are compared with the last commit, and there is none yet. To start, run <code>git init</code> in the
          project folder, and make a first commit.
        </p>
      )}
      {files?.length === 0 && <p>No changes.</p>}
      {files && files.length > 0 && (
        <p className="row">
          <Button label="Copy as commit message" onClick={() => copy(messageOf(files))} />
        </p>
      )}
      <output>{status}</output>
      {files?.map((changed) => (
        <details key={changed.file} className="change">
          <summary>
            <b>{marks[changed.state]}</b> {changed.file.replace(/^[^/]*\//, '')}
          </summary>
          <p className="row">
            {changed.state !== 'removed' && /\.(?:ya?ml|md)$/.test(changed.file) && (
              <Button label="Open" onClick={() => onOpen(changed.file)} />
            )}
            <Button label={revertLabels[changed.state]} onClick={() => revert(changed)} />
          </p>
          {affected && <Pages addresses={affected[changed.file] ?? []} />}
          {changed.diff ? (
            <Diff text={changed.diff} />
          ) : (
            <p className="about">{changed.state === 'added' ? 'New file.' : 'No diff available.'}</p>
          )}
        </details>
      ))}
    </>
  )
}

/** Returns a suggested commit message. */
function messageOf(files: readonly ChangedFile[]): string {
  const names = { added: 'Add', changed: 'Change', removed: 'Remove' } as const
  const lines = files.map(({ file, state }) => `${names[state]} ${file.replace(/^[^/]*\/|\.\w+$/g, '')}`)
  return lines.length === 1
    ? `${lines[0]}\n`
    : `Change ${lines.length} content files\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
}
