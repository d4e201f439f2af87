import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Place } from '../../dev/marks.ts'
import { choicesOf, type Node } from '../../scaffold/schema/node.ts'
import { Conflict } from './conflict.tsx'
import { useDraft } from './drafts.ts'
import { labelOf, siteLanguage } from './label.ts'
import { PictureField } from './picture-field.tsx'
import { Reason } from './reason.tsx'
import type { Session } from './session.ts'
import { useChoices } from './use-server.ts'

interface ScalarFieldProps {
  place: Place
  node: Node
  value: unknown
  isNeeded: boolean
  session: Session
  problem: string | undefined
  /** @param value undefined removes the field. @returns whether it was saved */
  onSet(value: unknown): Promise<boolean>
}

/** The input for a text, number, day, choice or reference, as its schema describes it. */
export function ScalarField({ place, node, value, isNeeded, session, problem, onSet }: ScalarFieldProps) {
  const id = useId()
  const [told, tell] = useState('')
  /** The chosen value while it is saved. */
  const [chosen, setChosen] = useState<{ value: unknown }>()
  const present = chosen ? chosen.value : value
  const written = present === undefined ? '' : String(present).trimEnd()
  const draft = useDraft(session.drafts, place, written)
  const shown = draft.text ?? written
  const saving = useRef<string>(undefined)
  const of = node.reference ?? (node.image ? 'images' : undefined)
  const choices = useChoices(session, of, node.image && written)
  const list = of ? choices : choicesOf(node).map((one) => ({ name: String(one), title: String(one) }))
  const isNumber = node.type === 'number' || node.type === 'integer'
  const common = { id, 'aria-describedby': `${id}-about`, 'aria-invalid': problem !== undefined }
  const name = String(place.path.at(-1))
  const label = typeof place.path.at(-1) === 'number' ? `Entry ${Number(name) + 1}` : labelOf(name)
  const save = async () => {
    // Do not save the same text twice.
    if (draft.text === undefined || draft.theirs !== undefined || saving.current === shown) return
    saving.current = shown
    const typed = isNumber && shown.trim() !== '' && Number.isFinite(Number(shown)) ? Number(shown) : shown
    if (await onSet(shown === '' && !isNeeded ? undefined : typed)) draft.saved(shown)
    saving.current = undefined
  }

  const choose = async (next: unknown) => {
    const made = { value: next }
    setChosen(made)
    await onSet(next)
    setChosen((now) => (now === made ? undefined : now))
  }

  const field =
    node.type === 'boolean' ? (
      <input
        {...common}
        type="checkbox"
        checked={present === true}
        onChange={(event) => choose(event.target.checked)}
      />
    ) : node.image ? (
      <PictureField {...{ id, session, shown, isNeeded, tell }} onSet={choose} list={choices ?? []} />
    ) : list && list.length > 0 ? (
      <select {...common} value={written} onChange={(event) => choose(event.target.value || undefined)}>
        {(!isNeeded || written === '') && (
          <option value="">{node.default === undefined ? '—' : `— (${node.default})`}</option>
        )}
        {written !== '' && !list.some((one) => one.name === written) && <option>{written}</option>}
        {list.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title === one.name ? one.name : `${one.title} (${one.name})`}
          </option>
        ))}
      </select>
    ) : (
      <TextInput
        {...common}
        value={shown}
        type={node.format === 'date' ? 'date' : 'text'}
        inputMode={isNumber ? 'decimal' : undefined}
        isLong={(node.inlineMarkdown?.max ?? node.maxLength ?? 0) > 70 || shown.includes('\n')}
        onType={draft.type}
        onSave={save}
        onCancel={draft.drop}
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
        {node.maxLength !== undefined && shown !== '' && (
          <span className={length > node.maxLength ? 'count over' : 'count'}>
            {length} of {node.maxLength}
          </span>
        )}
      </p>
      {draft.theirs !== undefined && <Conflict theirs={draft.theirs} onKeep={draft.insist} onTake={draft.drop} />}
      <Reason words={draft.theirs === undefined ? (problem ?? told) : told} />
    </div>
  )
}

interface TextInputProps {
  id: string
  value: string
  type: string
  inputMode: 'decimal' | undefined
  isLong: boolean
  onType(text: string): void
  onSave(): void
  onCancel(): void
}

/** A text input that saves on Enter and on blur, and discards the change on Escape. */
function TextInput({ isLong, onType, onSave, onCancel, type, ...rest }: TextInputProps) {
  const keys = {
    ...siteLanguage(),
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
    // A placeholder is selected, so that typing replaces it.
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      if (/^TODO\b/.test(target.value)) target.select()
    },
    onBlur: onSave,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault()
        onCancel()
      }
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
      event.preventDefault()
      onSave()
    },
  }
  return isLong ? <textarea rows={3} {...rest} {...keys} /> : <input {...rest} type={type} {...keys} />
}
