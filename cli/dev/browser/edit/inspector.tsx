import { useEffect, useRef, useState } from 'react'
import type { Path } from '../../../content/source.ts'
import { valueAt } from '../../../content/value-at.ts'
import type { FileChange } from '../../../edit/change.ts'
import { BODY, type Place } from '../../../edit/marks.ts'
import type { Result } from '../../../edit/saves.ts'
import { nodeAt } from '../../../schema/field-node.ts'
import { BodyField } from './body-field.tsx'
import { Crumbs } from './crumbs.tsx'
import { FileActions } from './file-actions.tsx'
import { GroupFields } from './group-fields.tsx'
import { ListField } from './list-field.tsx'
import type { EditedPage } from './page.ts'
import { PanelFrame } from './panel-frame.tsx'
import { ScalarField } from './scalar-field.tsx'
import { type Moved, type Refusal, reasonsOf, type Session } from './session.ts'
import { Unwritten } from './unwritten.tsx'
import { useEntry } from './use-entry.ts'
import { useGroupInSight } from './use-group-in-sight.ts'

interface InspectorProps {
  session: Session
  page: EditedPage
  place: Place
  /** Of the text under the fields, those that were clicked. */
  words: string | undefined
  tell(words: string): void
  onPlace(place: Place): void
  onSaved(result: Result, words?: string): void
  onMoved(moved: Moved): void
  onRemoved(result: Result): void
  onClose(): void
}

/** Every field of a file, one group of them at a time, made from the schemas that check it. */
export function Inspector(props: InspectorProps) {
  const { session, page, place, words, tell, onPlace, onSaved, onMoved, onRemoved, onClose } = props
  const { file, path } = place
  useGroupInSight(page, place)
  const { entry, root, failure, load } = useEntry(session, page, file)
  const [refused, setRefused] = useState<Refusal>()
  const whole = useRef<HTMLDivElement>(null)
  const before = useRef(path)

  // Further in, at the beginning; on the way back, where one came from.
  useEffect(() => {
    const from = before.current[path.length]
    const isBack = before.current.length > path.length && path.every((step, index) => before.current[index] === step)
    const back = isBack && whole.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(String(from))}"]`)
    if (before.current !== path) (back || whole.current?.querySelector<HTMLElement>('.crumbs [aria-current]'))?.focus()
    before.current = path
  }, [path])

  const go = (to: Path) => {
    setRefused(undefined)
    onPlace({ file, path: to })
  }
  /** @returns whether it was saved */
  const save = async (change: FileChange, name: string, then?: Path): Promise<boolean> => {
    if (!entry) return false
    try {
      onSaved(await session.saveValue(entry, change, name))
      setRefused(undefined)
      await load()
      if (then) go(then)
      return true
    } catch (error) {
      setRefused(error as Refusal)
      await load()
      return false
    }
  }
  /** Adds a value to begin with. */
  const add = async (at: Path, shape?: string) => {
    const isEntry = typeof at.at(-1) === 'number'
    const value = await session.sample(file, at, shape).catch(setRefused)
    if (value !== undefined)
      await save({ kind: isEntry ? 'insert' : 'set', path: at, value }, `add ${at.join('.')}`, at)
  }

  const title = file.replace(/^[^/]*\//, '')
  const isBody = path[0] === BODY
  const value = entry && !isBody ? valueAt(entry.fields, path) : undefined
  const node = entry && root && !isBody && nodeAt(root, entry.fields, path)
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  const problemAt = (at: Path) => {
    const problems = refused?.problems.filter(
      (one) => one.file === file && at.every((step, index) => one.path[index] === step),
    )
    return refused && problems && problems.length > 0 ? reasonsOf({ ...refused, problems }, file) : undefined
  }
  const elsewhere = refused && !refused.problems.some((one) => one.file === file && one.path.length > path.length)
  return (
    <PanelFrame title={title} onClose={onClose}>
      <div className="inspector" ref={whole}>
        <Crumbs {...{ path }} home={title.replace(/^.*\//, '')} onGo={go} />
        {(failure ?? (elsewhere && refused)) && (
          <div role="alert" className="refusal">
            <p>{failure ?? refused?.message}</p>
            {refused?.problems.map((one) => (
              <p key={`${one.file} ${one.path.join('.')} ${one.rule}`}>
                {one.file} · {one.path.join('.')}: {one.message}. {one.help}
              </p>
            ))}
            {refused?.conflict && <p>It is shown as it is now. Make the change again if it is still needed.</p>}
          </div>
        )}
        {entry && isBody && (
          <BodyField
            {...{ session, file, words }}
            written={entry.body ?? ''}
            onSave={(text) => save({ kind: 'body', text }, `text of ${title}`)}
            onPreview={page.show}
          />
        )}
        {root && node && Array.isArray(value) && (
          <ListField {...{ path, node, root, value, tell }} onChange={save} onOpen={go} onAdd={add} />
        )}
        {root && node && isGroup && (
          <GroupFields
            {...{ session, file, path, node, root, problemAt }}
            value={value as Record<string, unknown>}
            body={path.length === 0 ? entry?.body : undefined}
            onSave={save}
            onGo={go}
            onAdd={add}
          />
        )}
        {node && !isGroup && !Array.isArray(value) && path.length > 0 && (
          <ScalarField
            {...{ node, value, session, place }}
            isNeeded
            problem={problemAt(path)}
            onSet={(next) => save({ kind: 'set', path, value: next }, path.join('.'))}
          />
        )}
        {entry && path.length === 0 && <Unwritten {...{ entry }} />}
        {entry && path.length === 0 && <FileActions {...{ session, file, onMoved, onRemoved }} />}
      </div>
    </PanelFrame>
  )
}
