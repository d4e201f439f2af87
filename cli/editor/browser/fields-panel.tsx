import { useCallback, useEffect, useRef, useState } from 'react'
import { isPlainObject, valueAt } from '../../content/value-at.ts'
import type { ValuePath } from '../../content/yaml/source.ts'
import {
  BODY_PATH_SEGMENT,
  formatValueName,
  groupOf,
  isSameLocation,
  type ValueLocation,
} from '../../dev/source-marks.ts'
import { findNodeAt } from '../../scaffold/schema/node.ts'
import type { FileChange } from '../files/entry.ts'
import type { SaveResult } from '../files/save-queue.ts'
import { BodyField } from './body-field.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { FileActions } from './file-actions.tsx'
import { GroupFields } from './group-fields.tsx'
import { ListField } from './list-field.tsx'
import { FieldError, formatTodoCount, listTodos, TodoWarning, Warnings } from './notices.tsx'
import type { EditedPage } from './page.ts'
import { useScrollToGroup } from './page-hooks.ts'
import { PanelFrame } from './panel-frame.tsx'
import { usePrompt } from './prompt.tsx'
import { formatProposed } from './save-buttons.tsx'
import { ScalarField } from './scalar-field.tsx'
import { type ApiError, describeError, type Session } from './session.ts'
import type { FieldsPanel } from './toolbar.tsx'
import { useAsync, useEntry } from './use-async.ts'
import { useFieldFocus } from './use-field-focus.ts'

interface InspectorProps extends Omit<FieldsPanel, 'kind'> {
  session: Session
  page: EditedPage
  /** Number of undo and redo steps so far. */
  stepCount: number
  setStatus(message: string): void
  onPlace(place: ValueLocation, field?: ValuePath[number]): void
  onSaved(result: SaveResult, message?: string): void
  onRename(to: string): Promise<void>
  onRemove(): Promise<void>
  onClose(): void
}

/** Edits the fields of a file one group at a time, based on the file's schema. */
export function Inspector(props: InspectorProps) {
  const { session, page, place, field, isPicture, words, stepCount, setStatus } = props
  const { onPlace, onSaved, onRename, onRemove, onClose } = props
  const { file, path } = place
  useScrollToGroup(page, place)
  const { entry, root, failure: loadError, load } = useEntry(session, page, file)
  const isBody = path[0] === BODY_PATH_SEGMENT
  const value = entry && !isBody ? valueAt(entry.fields, path) : undefined
  const version = entry?.version
  const loadWarnings = useCallback(async () => (version ? session.warnings(file) : []), [session, file, version])
  const { answer: warnings = [] } = useAsync(loadWarnings)
  const [dialog, prompt] = usePrompt()
  const [failure, setFailure] = useState<{ error: ApiError; at: ValuePath }>()
  // Undo and redo clear the error from an earlier save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per undo or redo step
  useEffect(() => setFailure(undefined), [stepCount])
  /** The place that is open now, for tasks that end later; undefined once the panel is closed. */
  const openPlace = useRef<ValueLocation>(undefined)
  useEffect(() => {
    openPlace.current = place
    return () => {
      openPlace.current = undefined
    }
  }, [place])
  /** Opens the group that contains a value, and focuses the value. */
  const goTo = (to: ValuePath) => {
    setFailure(undefined)
    onPlace(groupOf({ file, path: to }), to.at(-1))
  }
  const { container, setRemoved } = useFieldFocus({ path, field, isPicture, words }, entry, goTo)

  // If undo has removed the open value, shows the list or group that contained it.
  const isGone = entry !== undefined && !isBody && path.length > 0 && value === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per removed value
  useEffect(() => {
    if (isGone) onPlace({ file, path: path.slice(0, -1) })
  }, [isGone, path])

  const go = (to: ValuePath) => {
    setFailure(undefined)
    onPlace({ file, path: to })
  }
  const todos = entry ? listTodos(entry) : []
  const isDraft = entry && valueAt(entry.fields, ['draft']) === true
  /**
   * Runs a task, and shows its error at a value. If the user has opened another group, shows the error in the toolbar,
   * because an error above the fields would move the control that the user is about to click.
   * @returns whether the task succeeded
   */
  const attempt = async (at: ValuePath, task: () => Promise<void>): Promise<boolean> => {
    setFailure(undefined)
    try {
      await task()
      return true
    } catch (thrown) {
      const error = thrown as ApiError
      const failed = { file, path: at }
      const open = openPlace.current
      const isShown = open && [failed, groupOf(failed)].some((shown) => isSameLocation(shown, open))
      setStatus(isShown ? '' : `Not saved: ${formatValueName(failed)}\n${describeError(error, failed)}`)
      if (isShown) setFailure({ error, at })
      await load()
      return false
    }
  }
  /**
   * @param also changes to save together with the first one
   * @param then group to open afterwards
   * @returns whether the change was saved
   */
  const save = async (
    change: FileChange,
    name: string,
    also: FileChange[] = [],
    then?: ValuePath,
  ): Promise<boolean> => {
    if (!entry) return false
    const publishes = change.kind !== 'body' && change.path.join() === 'draft' && !('value' in change && change.value)
    if (publishes && todos.length > 0) {
      const message = `${formatTodoCount(todos)}. Publish anyway?`
      if ((await prompt({ message, confirm: 'Publish' })) === undefined) return false
    }
    return attempt(change.kind === 'body' ? [BODY_PATH_SEGMENT] : change.path, async () => {
      const result = await session.saveValue(entry, change, name, also)
      await load()
      if (change.kind === 'remove') setRemoved(change.path)
      if (then) go(then)
      onSaved(result, then && 'Added')
    })
  }
  /** @returns whether the edit was added to the proposal */
  const proposeBody = (name: string, text: string): Promise<boolean> =>
    attempt([BODY_PATH_SEGMENT], async () => {
      setStatus('Checking the proposal…')
      await session.proposals.propose(name, { kind: 'body', file, text, was: entry?.body ?? null })
      setStatus(formatProposed(name))
    })
  const isAdding = useRef(false)
  /** Adds a field or list entry with an initial value. Ignores further clicks until the value is added. */
  const add = async (at: ValuePath, shape?: string) => {
    if (isAdding.current) return
    isAdding.current = true
    const isEntry = typeof at.at(-1) === 'number'
    const sample = await session.sample(file, at, shape).catch((error: ApiError) => setFailure({ error, at }))
    if (sample) await save({ kind: isEntry ? 'insert' : 'set', ...sample }, `add ${at.join('.')}`, [], sample.path)
    isAdding.current = false
  }

  const title = file.replace(/^[^/]*\//, '')
  const node = entry && root && !isBody && findNodeAt(root, entry.fields, path)
  const conflictHelp = failure?.error.conflict && ' Check the current value, and repeat your change if needed.'
  // Do not display this error if `BodyField` displays it as a conflict, or if a load error is displayed instead.
  const isShown = failure && !loadError && !(isBody && conflictHelp)
  const reason = isShown ? describeError(failure.error, { file, path: failure.at }) + (conflictHelp ?? '') : undefined
  const problemAt = (at: ValuePath) => (failure?.at.join('\n') === at.join('\n') ? reason : undefined)
  // List entries and removed values have no field to display the error.
  const hasFields = node && !Array.isArray(value)
  return (
    <PanelFrame title={title} onClose={onClose}>
      <div className="inspector" ref={container}>
        {dialog}
        <Breadcrumbs path={path} fields={entry?.fields} fileName={title.replace(/^.*\//, '')} onGo={go} />
        <FieldError message={loadError ?? (hasFields ? undefined : reason)} />
        <div className="fields">
          {entry && isBody && (
            <BodyField
              session={session}
              file={file}
              words={words}
              saved={(entry.body ?? '').replace(/\r\n?/g, '\n')}
              onSave={(text) => save({ kind: 'body', text }, `text of ${title}`)}
              onPropose={proposeBody}
              onPreview={page.show}
            />
          )}
          {root && node && Array.isArray(value) && (
            <ListField
              path={path}
              node={node}
              root={root}
              value={value}
              setStatus={setStatus}
              onChange={save}
              onOpen={go}
              onAdd={add}
            />
          )}
          {root && node && isPlainObject(value) && (
            <GroupFields
              session={session}
              file={file}
              path={path}
              node={node}
              root={root}
              value={value}
              problemAt={problemAt}
              body={path.length === 0 ? entry?.body : undefined}
              onSave={save}
              onGo={go}
              onAdd={add}
            />
          )}
          {node && !isPlainObject(value) && !Array.isArray(value) && path.length > 0 && (
            <ScalarField
              node={node}
              value={value}
              session={session}
              place={place}
              isNeeded
              problem={problemAt(path)}
              onSet={(next) => save({ kind: 'set', path, value: next }, path.join('.'))}
            />
          )}
        </div>
        {path.length === 0 && isDraft && <TodoWarning places={todos} onGo={goTo} />}
        <Warnings
          warnings={warnings.filter((warning) => path.every((step, index) => warning.path[index] === step))}
          onGo={goTo}
        />
        {entry && path.length === 0 && (
          <FileActions key={stepCount} file={file} onRename={onRename} onRemove={onRemove} />
        )}
      </div>
    </PanelFrame>
  )
}
