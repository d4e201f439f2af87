import { useCallback, useEffect, useRef, useState } from 'react'
import { isGroup, valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { BODY, type Place } from '../../dev/marks.ts'
import { nodeAt } from '../../scaffold/schema/field-node.ts'
import type { FileChange } from '../server/change.ts'
import type { Moved } from '../server/editor.ts'
import type { Result } from '../server/saves.ts'
import { BodyField } from './body-field.tsx'
import { Crumbs } from './crumbs.tsx'
import { FileActions } from './file-actions.tsx'
import { firstControl, focusedElement } from './focus.ts'
import { GroupFields } from './group-fields.tsx'
import { ListField } from './list-field.tsx'
import type { EditedPage } from './page.ts'
import { PanelFrame } from './panel-frame.tsx'
import { useQuestion } from './question.tsx'
import { Reason } from './reason.tsx'
import { Remarks } from './remarks.tsx'
import { ScalarField } from './scalar-field.tsx'
import { type ApiError, reasonsOf, type Session } from './session.ts'
import { listUnwritten, sayUnwritten, WriteError } from './unwritten.tsx'
import { useGroupInSight } from './use-group-in-sight.ts'
import { useAsync, useEntry } from './use-server.ts'

interface InspectorProps {
  session: Session
  page: EditedPage
  place: Place
  /** The field that gets the focus. */
  field: Path[number] | undefined
  /** The clicked words of the body. */
  words: string | undefined
  /** Number of undo and redo steps so far. */
  steps: number
  tell(words: string): void
  onPlace(place: Place, field?: Path[number]): void
  onSaved(result: Result, words?: string): void
  onMoved(moved: Moved): void
  onRemoved(result: Result): void
  onClose(): void
}

/** Edits the fields of a file, one group at a time, as its schema describes them. */
export function Inspector(props: InspectorProps) {
  const { session, page, place, field, words, steps, tell, onPlace, onSaved, onMoved, onRemoved, onClose } = props
  const { file, path } = place
  useGroupInSight(page, place)
  const { entry, root, failure, load } = useEntry(session, page, file)
  const isBody = path[0] === BODY
  const value = entry && !isBody ? valueAt(entry.fields, path) : undefined
  const version = entry?.version
  const loadRemarks = useCallback(async () => (version ? session.remarks(file) : []), [session, file, version])
  const { answer: remarks = [] } = useAsync(loadRemarks)
  const [dialog, ask] = useQuestion()
  const [refused, setRefused] = useState<{ refusal: ApiError; at: Path }>()
  // Undo and redo clear the error of an earlier attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => setRefused(undefined), [steps])
  const container = useRef<HTMLDivElement>(null)
  const before = useRef(path)
  /** Set until the fields are rendered and the focus can move away from `from`. */
  const moving = useRef<{ step: Path[number] | undefined; from: HTMLElement | undefined; isFirst: boolean }>(undefined)
  const fieldAt = (step: Path[number] | undefined) => {
    const at = `[data-step="${CSS.escape(String(step))}"]`
    return container.current?.querySelector<HTMLElement>(`button${at}, ${at} :is(input, textarea, select, button)`)
  }
  const focusField = (step: Path[number] | undefined) => {
    const crumb = container.current?.querySelector<HTMLElement>('.crumbs [aria-current]')
    const found = fieldAt(step) ?? firstControl(container.current?.querySelector('.fields')) ?? crumb
    found?.focus()
  }

  // Going up focuses the entry that was open; otherwise the requested field, or the first one.
  useEffect(() => {
    const last = before.current
    const isBack = last.length > path.length && path.every((step, index) => last[index] === step)
    const step = field ?? (isBack ? last[path.length] : undefined)
    moving.current = { step, from: focusedElement(), isFirst: last === path }
    before.current = path
  }, [path, field])
  useEffect(() => {
    if (!entry || !moving.current) return
    const { step, from, isFirst } = moving.current
    const now = focusedElement()
    moving.current = undefined
    // A panel that opens with a group keeps the focus on its title.
    const isGroupFirst = isFirst && step === undefined && typeof value === 'object'
    if (!isGroupFirst && (!now || now === from)) focusField(step)
  })

  // Undo may have removed the open value: show its list or group.
  const isGone = entry !== undefined && !isBody && path.length > 0 && value === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each removed value
  useEffect(() => {
    if (isGone) onPlace({ file, path: path.slice(0, -1) })
  }, [isGone, path])

  // The pressed button may have disappeared with the removed value.
  const removed = useRef<Path>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the file has been read again
  useEffect(() => {
    if (removed.current && !focusedElement()) focusField(removed.current.at(-1))
    removed.current = undefined
  }, [entry])

  const go = (to: Path) => {
    setRefused(undefined)
    onPlace({ file, path: to })
  }
  /** Opens the group of a value. */
  const goTo = (to: Path) => {
    setRefused(undefined)
    onPlace({ file, path: to[0] === BODY ? to : to.slice(0, -1) }, to.at(-1))
  }
  const unwritten = entry ? listUnwritten(entry) : []
  const isDraft = entry && valueAt(entry.fields, ['draft']) === true
  /** @returns whether it was saved */
  const save = async (change: FileChange, name: string, then?: Path): Promise<boolean> => {
    if (!entry) return false
    const publishes = change.kind !== 'body' && change.path.join() === 'draft' && !('value' in change && change.value)
    if (publishes && unwritten.length > 0) {
      const words = `${sayUnwritten(unwritten)}, and visitors would read it. Publish it all the same?`
      if ((await ask({ words, act: 'Publish it' })) === undefined) return false
    }
    setRefused(undefined)
    if (change.kind === 'remove') removed.current = change.path
    try {
      const result = await session.saveValue(entry, change, name)
      await load()
      if (then) go(then)
      onSaved(result, then && 'Added')
      return true
    } catch (error) {
      setRefused({ refusal: error as ApiError, at: change.kind === 'body' ? [BODY] : change.path })
      await load()
      return false
    }
  }
  const isAdding = useRef(false)
  /** Adds an initial value; ignores a second click while it is added. */
  const add = async (at: Path, shape?: string) => {
    if (isAdding.current) return
    isAdding.current = true
    const isEntry = typeof at.at(-1) === 'number'
    const made = await session.sample(file, at, shape).catch((refusal: ApiError) => setRefused({ refusal, at }))
    if (made) await save({ kind: isEntry ? 'insert' : 'set', ...made }, `add ${at.join('.')}`, made.path)
    isAdding.current = false
  }

  const title = file.replace(/^[^/]*\//, '')
  const node = entry && root && !isBody && nodeAt(root, entry.fields, path)
  const again =
    refused?.refusal.conflict && ' Look at what stands there now, and make the change again if it is needed.'
  // Conflicts in the body, and deleted files, are reported elsewhere.
  const isShownElsewhere = failure || (isBody && again)
  const reason =
    refused && !isShownElsewhere ? reasonsOf(refused.refusal, { file, path: refused.at }) + (again || '') : undefined
  const problemAt = (at: Path) => (refused?.at.join('\n') === at.join('\n') ? reason : undefined)
  // List entries and removed values have no field that could show the error.
  const hasFields = node && !Array.isArray(value)
  return (
    <PanelFrame title={title} onClose={onClose}>
      <div className="inspector" ref={container}>
        {dialog}
        <Crumbs {...{ path }} fields={entry?.fields} home={title.replace(/^.*\//, '')} onGo={go} />
        <Reason words={failure ?? (hasFields ? undefined : reason)} />
        <div className="fields">
          {entry && isBody && (
            <BodyField
              {...{ session, file, words }}
              written={(entry.body ?? '').replace(/\r\n?/g, '\n')}
              onSave={(text) => save({ kind: 'body', text }, `text of ${title}`)}
              onPreview={page.show}
            />
          )}
          {root && node && Array.isArray(value) && (
            <ListField {...{ path, node, root, value, tell }} onChange={save} onOpen={go} onAdd={add} />
          )}
          {root && node && isGroup(value) && (
            <GroupFields
              {...{ session, file, path, node, root, value, problemAt }}
              body={path.length === 0 ? entry?.body : undefined}
              onSave={save}
              onGo={go}
              onAdd={add}
            />
          )}
          {node && !isGroup(value) && !Array.isArray(value) && path.length > 0 && (
            <ScalarField
              {...{ node, value, session, place }}
              isNeeded
              problem={problemAt(path)}
              onSet={(next) => save({ kind: 'set', path, value: next }, path.join('.'))}
            />
          )}
        </div>
        {path.length === 0 && isDraft && <WriteError places={unwritten} onGo={goTo} />}
        <Remarks remarks={remarks.filter((one) => path.every((step, index) => one.path[index] === step))} onGo={goTo} />
        {entry && path.length === 0 && <FileActions key={steps} {...{ session, file, onMoved, onRemoved }} />}
      </div>
    </PanelFrame>
  )
}
