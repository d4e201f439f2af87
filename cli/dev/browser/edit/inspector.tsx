import { useCallback, useEffect, useRef, useState } from 'react'
import type { Path } from '../../../content/source.ts'
import { isGroup, valueAt } from '../../../content/value-at.ts'
import type { FileChange } from '../../../edit/change.ts'
import { BODY, type Place } from '../../../edit/marks.ts'
import type { Result } from '../../../edit/saves.ts'
import { nodeAt } from '../../../schema/field-node.ts'
import { BodyField } from './body-field.tsx'
import { Crumbs } from './crumbs.tsx'
import { FileActions } from './file-actions.tsx'
import { focusedElement } from './focus.ts'
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
  const version = entry?.version
  const look = useCallback(async () => (version ? session.remarks(file) : []), [session, file, version])
  const { answer: remarks = [] } = useAsync(look)
  const [asked, ask] = useQuestion()
  const [refused, setRefused] = useState<{ refusal: Refusal; at: Path }>()
  const whole = useRef<HTMLDivElement>(null)
  const before = useRef(path)
  /** The field that was asked for. */
  const wanted = useRef<string | number | undefined>(undefined)

  // At the field that was asked for; further in, at the beginning; on the way back, where one came from.
  useEffect(() => {
    const isBack = before.current.length > path.length && path.every((step, index) => before.current[index] === step)
    const step = `[data-step="${CSS.escape(String(wanted.current ?? (isBack ? before.current[path.length] : '')))}"]`
    const find = (selector: string) => whole.current?.querySelector<HTMLElement>(selector)
    const field = find(`button${step}, ${step} :is(input, textarea, select)`)
    if (before.current !== path) (field ?? find('.crumbs [aria-current]'))?.focus()
    before.current = path
    wanted.current = undefined
  }, [path])

  // What was pressed may be gone with what it has removed.
  const removed = useRef<Path>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at what a file that is read again has left
  useEffect(() => {
    const at = whole.current
    if (removed.current && !focusedElement())
      at?.querySelector<HTMLElement>(
        `[data-step="${CSS.escape(String(removed.current.at(-1)))}"], [aria-current]`,
      )?.focus({ preventScroll: true })
    removed.current = undefined
  }, [entry])

  const go = (to: Path) => {
    setRefused(undefined)
    onPlace({ file, path: to })
  }
  /** To a value in the group that it is in. */
  const goTo = (to: Path) => {
    wanted.current = to.at(-1)
    go(to[0] === BODY ? to : to.slice(0, -1))
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
    const value = await session.sample(file, at, shape).catch((refusal: Refusal) => setRefused({ refusal, at }))
    if (value !== undefined)
      await save({ kind: isEntry ? 'insert' : 'set', path: at, value }, `add ${at.join('.')}`, at)
    isAdding.current = false
  }

  const title = file.replace(/^[^/]*\//, '')
  const isBody = path[0] === BODY
  const value = entry && !isBody ? valueAt(entry.fields, path) : undefined
  const node = entry && root && !isBody && nodeAt(root, entry.fields, path)
  const again =
    refused?.refusal.conflict && ' Look at what stands there now, and make the change again if it is needed.'
  const reason = refused && reasonsOf(refused.refusal, { file, path: refused.at }) + (again || '')
  const problemAt = (at: Path) => (refused?.at.join('\n') === at.join('\n') ? reason : undefined)
  // An entry of a list has no field of its own, and what is gone has none any more.
  const hasFields = node && !Array.isArray(value)
  return (
    <PanelFrame title={title} onClose={onClose}>
      <div className="inspector" ref={whole}>
        {asked}
        <Crumbs {...{ path }} fields={entry?.fields} home={title.replace(/^.*\//, '')} onGo={go} />
        <Reason words={failure ?? (hasFields ? undefined : reason)} />
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
        {path.length === 0 && isDraft && <Unwritten places={unwritten} onGo={goTo} />}
        <Remarks remarks={remarks.filter((one) => path.every((step, index) => one.path[index] === step))} onGo={goTo} />
        {entry && path.length === 0 && <FileActions {...{ session, file, onMoved, onRemoved }} />}
      </div>
    </PanelFrame>
  )
}
