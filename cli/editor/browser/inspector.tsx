import { useCallback, useEffect, useRef, useState } from 'react'
import { isGroup, valueAt } from '../../content/value-at.ts'
import type { Path } from '../../content/yaml/source.ts'
import { BODY, type Place } from '../../dev/marks.ts'
import { nodeAt } from '../../scaffold/schema/field-node.ts'
import type { FileChange } from '../server/change.ts'
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
import { type Moved, type Refusal, reasonsOf, type Session } from './session.ts'
import { listUnwritten, sayUnwritten, Unwritten } from './unwritten.tsx'
import { useAsync } from './use-async.ts'
import { useEntry } from './use-entry.ts'
import { useGroupInSight } from './use-group-in-sight.ts'

interface InspectorProps {
  session: Session
  page: EditedPage
  place: Place
  /** The field of it that gets the focus. */
  field: Path[number] | undefined
  /** Of the text under the fields, those that were clicked. */
  words: string | undefined
  /** How many times something was undone or redone. */
  steps: number
  tell(words: string): void
  onPlace(place: Place, field?: Path[number]): void
  onSaved(result: Result, words?: string): void
  onMoved(moved: Moved): void
  onRemoved(result: Result): void
  onClose(): void
}

/** Every field of a file, one group of them at a time, made from the schemas that check it. */
export function Inspector(props: InspectorProps) {
  const { session, page, place, field, words, steps, tell, onPlace, onSaved, onMoved, onRemoved, onClose } = props
  const { file, path } = place
  useGroupInSight(page, place)
  const { entry, root, failure, load } = useEntry(session, page, file)
  const isBody = path[0] === BODY
  const value = entry && !isBody ? valueAt(entry.fields, path) : undefined
  const version = entry?.version
  const look = useCallback(async () => (version ? session.remarks(file) : []), [session, file, version])
  const { answer: remarks = [] } = useAsync(look)
  const [asked, ask] = useQuestion()
  const [refused, setRefused] = useState<{ refusal: Refusal; at: Path }>()
  // Undo and redo leave nothing to be said of an earlier attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => setRefused(undefined), [steps])
  const whole = useRef<HTMLDivElement>(null)
  const before = useRef(path)
  /** Set while the focus is to move and the fields are not drawn yet; `from` has the focus until then. */
  const moving = useRef<{ step: Path[number] | undefined; from: HTMLElement | undefined; isFirst: boolean }>(undefined)
  const fieldAt = (step: Path[number] | undefined) => {
    const at = `[data-step="${CSS.escape(String(step))}"]`
    return whole.current?.querySelector<HTMLElement>(`button${at}, ${at} :is(input, textarea, select, button)`)
  }
  const focusField = (step: Path[number] | undefined) => {
    const crumb = whole.current?.querySelector<HTMLElement>('.crumbs [aria-current]')
    const found = fieldAt(step) ?? firstControl(whole.current?.querySelector('.fields')) ?? crumb
    found?.focus()
  }

  // On the way back, the focus goes to the entry that one came from; else to the field that was asked for or the first.
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
    // A panel that opens with a group of fields leaves the focus on its title.
    const isGroupFirst = isFirst && step === undefined && typeof value === 'object'
    if (!isGroupFirst && (!now || now === from)) focusField(step)
  })

  // Undo may have removed what is open: its list or group is shown instead.
  const isGone = entry !== undefined && !isBody && path.length > 0 && value === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thing that is gone
  useEffect(() => {
    if (isGone) onPlace({ file, path: path.slice(0, -1) })
  }, [isGone, path])

  // The button that was pressed may have disappeared with what it removed.
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
  /** To a value in the group that it is in. */
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
      setRefused({ refusal: error as Refusal, at: change.kind === 'body' ? [BODY] : change.path })
      await load()
      return false
    }
  }
  const isAdding = useRef(false)
  /** Adds a value to begin with; pressed twice, one. */
  const add = async (at: Path, shape?: string) => {
    if (isAdding.current) return
    isAdding.current = true
    const isEntry = typeof at.at(-1) === 'number'
    const made = await session.sample(file, at, shape).catch((refusal: Refusal) => setRefused({ refusal, at }))
    if (made) await save({ kind: isEntry ? 'insert' : 'set', ...made }, `add ${at.join('.')}`, made.path)
    isAdding.current = false
  }

  const title = file.replace(/^[^/]*\//, '')
  const node = entry && root && !isBody && nodeAt(root, entry.fields, path)
  const again =
    refused?.refusal.conflict && ' Look at what stands there now, and make the change again if it is needed.'
  // A conflict in the text, and a file that is gone, are reported where they are found.
  const isSaid = failure || (isBody && again)
  const reason = refused && !isSaid ? reasonsOf(refused.refusal, { file, path: refused.at }) + (again || '') : undefined
  const problemAt = (at: Path) => (refused?.at.join('\n') === at.join('\n') ? reason : undefined)
  // An entry of a list has no field of its own, and what is gone has none any more.
  const hasFields = node && !Array.isArray(value)
  return (
    <PanelFrame title={title} onClose={onClose}>
      <div className="inspector" ref={whole}>
        {asked}
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
        {path.length === 0 && isDraft && <Unwritten places={unwritten} onGo={goTo} />}
        <Remarks remarks={remarks.filter((one) => path.every((step, index) => one.path[index] === step))} onGo={goTo} />
        {entry && path.length === 0 && <FileActions key={steps} {...{ session, file, onMoved, onRemoved }} />}
      </div>
    </PanelFrame>
  )
}
