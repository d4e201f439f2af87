import { useEffect, useId, useState } from 'react'
import type { Choice } from '../../../edit/listed.ts'
import { choicesOf, type Node } from '../../../schema/node.ts'
import type { Session } from './session.ts'

interface ScalarFieldProps {
  name: string
  node: Node
  value: unknown
  isNeeded: boolean
  session: Session
  problem: string | undefined
  /** @param value undefined takes the field away */
  onSet(value: unknown): void
}

/** A value without parts, by what its schema says of it: a text, a number, a day, a choice, a name of something else. */
export function ScalarField({ name, node, value, isNeeded, session, problem, onSet }: ScalarFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const written = value === undefined ? '' : String(value).trimEnd()
  const shown = draft ?? written
  const of = node.reference ?? (node.image ? 'images' : undefined)
  const choices = useChoices(session, of)
  const options = choicesOf(node).map((one) => ({ name: String(one), title: String(one) }))
  const isNumber = node.type === 'number' || node.type === 'integer'
  const common = { id, 'aria-describedby': `${id}-about`, 'aria-invalid': problem !== undefined }
  const end = () => {
    if (draft === undefined || draft === written) return setDraft(undefined)
    if (draft === '' && !isNeeded) return onSet(undefined)
    onSet(isNumber && draft.trim() !== '' && Number.isFinite(Number(draft)) ? Number(draft) : draft)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved takes the place of what was typed
  useEffect(() => setDraft(undefined), [value])

  const list = of ? choices : options
  const field =
    node.type === 'boolean' ? (
      <input {...common} type="checkbox" checked={value === true} onChange={(event) => onSet(event.target.checked)} />
    ) : list && list.length > 0 ? (
      <select {...common} value={written} onChange={(event) => onSet(event.target.value || undefined)}>
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
      <Line
        {...common}
        value={shown}
        type={node.format === 'date' ? 'date' : 'text'}
        inputMode={isNumber ? 'decimal' : undefined}
        isLong={(node.maxLength ?? 0) > 70 || shown.includes('\n')}
        onType={setDraft}
        onEnd={end}
        onLeave={() => setDraft(undefined)}
      />
    )
  const length = shown.replace(/\{[a-z][a-z0-9-]*\}/g, '').length
  return (
    <div className={node.type === 'boolean' ? 'field check' : 'field'}>
      <label htmlFor={id}>
        {name}
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
      {node.image && (
        <label className="file">
          Another picture
          <input
            type="file"
            accept="image/*"
            onChange={async (event) => {
              const [picture] = event.target.files ?? []
              if (picture) onSet((await session.addPicture(picture)).name)
            }}
          />
        </label>
      )}
      {problem && (
        <p className="refusal" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

interface LineProps {
  id: string
  value: string
  type: string
  inputMode: 'decimal' | undefined
  isLong: boolean
  onType(text: string): void
  onEnd(): void
  onLeave(): void
}

function Line({ isLong, onType, onEnd, onLeave, type, ...rest }: LineProps) {
  const keys = {
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
    onBlur: onEnd,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault()
        onLeave()
      }
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
      event.preventDefault()
      onEnd()
    },
  }
  return isLong ? <textarea rows={3} {...rest} {...keys} /> : <input {...rest} type={type} {...keys} />
}

function useChoices(session: Session, of: string | undefined): Choice[] | undefined {
  const [choices, setChoices] = useState<Choice[]>()
  useEffect(() => {
    let isGone = false
    if (of)
      session
        .choices(of)
        .then((list) => !isGone && setChoices(list))
        .catch(() => {})
    return () => {
      isGone = true
    }
  }, [session, of])
  return choices
}
