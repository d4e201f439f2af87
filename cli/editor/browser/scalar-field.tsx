import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { ValueLocation } from '../../dev/source-marks.ts'
import { listAllowedValues, type SchemaNode } from '../../scaffold/schema/node.ts'
import type { FileChange } from '../files/entry.ts'
import { formatLabel, getSiteLanguageAttributes } from '../labels.ts'
import { useDraft } from './drafts.ts'
import { useFocusOnReplace } from './focus.ts'
import { ConflictNotice, FieldError } from './notices.tsx'
import { PictureField } from './picture-field.tsx'
import type { Session } from './session.ts'
import { Count } from './text-help.tsx'
import { useChoices } from './use-async.ts'

interface ScalarFieldProps {
  place: ValueLocation
  node: SchemaNode
  value: unknown
  isNeeded: boolean
  session: Session
  problem: string | undefined
  /** Language of the value; by default, that of the page. */
  lang?: string | undefined
  /** Asks for values to save with a new image. @returns undefined if the user cancels */
  describePicture?(name: string): Promise<FileChange[] | undefined>
  /**
   * @param value the new value; undefined removes the field
   * @param also changes to save together with the value
   * @returns whether the value was saved
   */
  onSet(value: unknown, also?: FileChange[]): Promise<boolean>
}

/** A control for a single value. The schema determines its type, such as a text field, a checkbox or a select. */
export function ScalarField(props: ScalarFieldProps) {
  const { place, node, value, isNeeded, session, problem, lang, describePicture = async () => [], onSet } = props
  const id = useId()
  const [status, setStatus] = useState('')
  /** The chosen value while it is being saved. */
  const [chosen, setChosen] = useState<{ value: unknown }>()
  const current = chosen ? chosen.value : value
  const saved = current === undefined ? '' : String(current).trimEnd()
  const draft = useDraft(session.drafts, place, saved)
  const shown = draft.text ?? saved
  const saving = useRef<string>(undefined)
  /** The text that could not be saved, until it changes. */
  const rejected = useRef<string>(undefined)
  const of = node.reference ?? (node.image ? 'images' : undefined)
  const choices = useChoices(session, of, node.image && saved)
  const list = of ? choices : listAllowedValues(node).map((choice) => ({ name: String(choice), title: String(choice) }))
  const isNumber = node.type === 'number' || node.type === 'integer'
  const ref = useFocusOnReplace()
  const common = { id, ref, 'aria-describedby': `${id}-about`, 'aria-invalid': problem !== undefined }
  const name = String(place.path.at(-1))
  const label = typeof place.path.at(-1) === 'number' ? `Entry ${Number(name) + 1}` : formatLabel(name)
  const save = async () => {
    // Pressing Enter also blurs the field; save only once.
    if (draft.text === undefined || draft.conflictingText !== undefined || saving.current === shown) return
    saving.current = shown
    const typed = isNumber && shown.trim() !== '' && Number.isFinite(Number(shown)) ? Number(shown) : shown
    const isSaved = await onSet(shown === '' && !isNeeded ? undefined : typed)
    if (isSaved) draft.markSaved(shown)
    rejected.current = isSaved ? undefined : shown
    saving.current = undefined
  }

  const choose = async (next: unknown, also?: FileChange[]) => {
    const choice = { value: next }
    setChosen(choice)
    await onSet(next, also)
    setChosen((now) => (now === choice ? undefined : now))
  }

  const isLong = (node.inlineMarkdown?.max ?? node.maxLength ?? 0) > 70 || shown.includes('\n')
  /** Attributes of a text control, which saves on Enter and on blur, and discards the change on Escape. */
  const textControl = {
    ...common,
    ...getSiteLanguageAttributes(),
    ...(lang && { lang }),
    value: shown,
    onChange: (event: { target: { value: string } }) => {
      rejected.current = undefined
      draft.setText(event.target.value)
    },
    // Selects placeholder text, so that typing replaces it.
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      if (/^TODO\b/.test(target.value)) target.select()
    },
    // Leaving a field does not repeat a save that has failed; Enter does.
    onBlur: () => shown !== rejected.current && save(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault()
        draft.discard()
      }
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || node.format === 'markdown') return
      event.preventDefault()
      void save()
    },
  }
  const field =
    node.type === 'boolean' ? (
      <input {...common} type="checkbox" checked={current === true} onChange={({ target }) => choose(target.checked)} />
    ) : node.image ? (
      <PictureField
        id={id}
        session={session}
        shown={shown}
        isNeeded={isNeeded}
        setStatus={setStatus}
        describe={describePicture}
        onSet={choose}
        list={choices ?? []}
      />
    ) : !list || list.length > 0 ? (
      // Until the choices have loaded, the select contains only the saved value.
      <select {...common} value={saved} onChange={(event) => choose(event.target.value || undefined)}>
        {(!isNeeded || saved === '') && (
          <option value="">{node.default === undefined ? '—' : `— (${node.default})`}</option>
        )}
        {saved !== '' && !list?.some((choice) => choice.name === saved) && <option>{saved}</option>}
        {list?.map((choice) => (
          <option key={choice.name} value={choice.name}>
            {choice.title === choice.name ? choice.name : `${choice.title} (${choice.name})`}
          </option>
        ))}
      </select>
    ) : isLong ? (
      <textarea rows={3} {...textControl} />
    ) : (
      <input
        {...textControl}
        type={node.format === 'date' ? 'date' : 'text'}
        inputMode={isNumber ? 'decimal' : undefined}
      />
    )
  const length = shown.replace(/\{[a-z][a-z0-9-]*\}/g, '').length
  return (
    <div className={node.type === 'boolean' ? 'field check' : 'field'} data-step={name}>
      <label htmlFor={id} id={`${id}-label`}>
        {label}
        {isNeeded && <i aria-hidden="true"> *</i>}
      </label>
      {field}
      <p id={`${id}-about`} className="about">
        {node.description?.replaceAll('`', '')}
        {shown !== '' && <Count length={length} limit={node.maxLength} />}
      </p>
      <ConflictNotice draft={draft} onTake={draft.discard} />
      <FieldError message={draft.conflictingText === undefined ? (problem ?? status) : status} />
    </div>
  )
}
