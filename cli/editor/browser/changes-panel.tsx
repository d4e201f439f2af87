import { useEffect, useState } from 'react'
import type { ChangedFile } from '../server/git.ts'
import type { Result } from '../server/saves.ts'
import type { EditedPage } from './page.ts'
import { PanelFrame } from './panel-frame.tsx'
import { useQuestion } from './question.tsx'
import type { ApiError, Session } from './session.ts'
import { useAsync } from './use-server.ts'

interface ChangesPanelProps {
  session: Session
  page: EditedPage
  onOpen(file: string): void
  onSaved(result: Result): void
  onClose(): void
}

const marks = { added: '+', changed: '~', removed: '−' } as const

/** Files that differ from the last commit. The editor never commits. */
export function ChangesPanel({ session, page, onOpen, onSaved, onClose }: ChangesPanelProps) {
  const { answer: files, failure, load } = useAsync(session.changes)
  const { answer: touched, load: loadTouched } = useAsync(session.touched)
  const [told, tell] = useState('')
  const [asked, ask] = useQuestion()
  useEffect(
    () =>
      page.subscribe(() => {
        void load()
        void loadTouched()
      }),
    [page, load, loadTouched],
  )
  const revert = async ({ file, state }: ChangedFile, button: Element) => {
    const root = button.getRootNode() as ShadowRoot
    const question =
      state === 'added' ? `Take ${file} away? It was never committed.` : `Put ${file} back to how it was committed?`
    if ((await ask({ words: question, act: state === 'added' ? 'Take it away' : 'Put it back' })) === undefined) return
    try {
      onSaved(await session.revert(file))
      tell(`${file} is as it was`)
    } catch (error) {
      tell((error as ApiError).message)
    }
    await load()
    // The pressed button has disappeared with its file.
    root.getElementById('panel-title')?.focus()
  }
  return (
    <PanelFrame title="Changes since the last commit" onClose={onClose}>
      {asked}
      {failure && <p className="refusal">{failure}</p>}
      {files?.length === 0 && <p>Nothing is changed.</p>}
      {files && files.length > 0 && (
        <p className="row">
          <button
            type="button"
            onClick={() =>
              navigator.clipboard.writeText(messageOf(files)).then(
                () => tell('Copied'),
                () => tell('The browser does not let it be copied.'),
              )
            }
          >
            Copy as commit message
          </button>
        </p>
      )}
      <output>{told}</output>
      {files?.map((one) => (
        <details key={one.file} className="change">
          <summary>
            <b>{marks[one.state]}</b> {one.file.replace(/^[^/]*\//, '')}
          </summary>
          <p className="row">
            {one.state !== 'removed' && /\.(?:ya?ml|md)$/.test(one.file) && (
              <button type="button" onClick={() => onOpen(one.file)}>
                Open
              </button>
            )}
            <button type="button" onClick={({ currentTarget }) => revert(one, currentTarget)}>
              {one.state === 'added' ? 'Take away' : 'Put back'}
            </button>
          </p>
          {touched && <Pages addresses={touched[one.file] ?? []} />}
          {one.diff ? (
            <Diff text={one.diff} />
          ) : (
            <p className="about">{one.state === 'added' ? 'A new file.' : 'No text.'}</p>
          )}
        </details>
      ))}
    </PanelFrame>
  )
}

/** Further addresses are only counted. */
const SHOWN = 8

/** The pages that a change affects. */
function Pages({ addresses }: { addresses: readonly string[] }) {
  const rest = addresses.length - SHOWN
  return (
    <p className="about">
      {addresses.length === 0 && 'No page is other than it was.'}
      {addresses.slice(0, SHOWN).map((address, index) => (
        <span key={address}>
          {index === 0 ? 'On ' : ', '}
          <a href={address}>{address}</a>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </p>
  )
}

function Diff({ text }: { text: string }) {
  return (
    <pre className="diff">
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <span key={index} className={line.startsWith('+') ? 'in' : line.startsWith('-') ? 'out' : undefined}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

/** Returns a draft of a commit message. */
function messageOf(files: readonly ChangedFile[]): string {
  const names = { added: 'Add', changed: 'Change', removed: 'Remove' } as const
  const lines = files.map(({ file, state }) => `${names[state]} ${file.replace(/^[^/]*\/|\.\w+$/g, '')}`)
  return lines.length === 1
    ? `${lines[0]}\n`
    : `Change ${lines.length} files of the content\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
}
