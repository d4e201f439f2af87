import { useEffect, useRef, useState } from 'react'
import type { ValuePath } from '../../content/yaml/source.ts'
import type { ValueChange } from '../../content/yaml/value-change.ts'
import {
  findDiscriminator,
  listAllowedValues,
  listVariants,
  resolveReference,
  type SchemaNode,
} from '../../scaffold/schema/node.ts'
import { summarizeValue } from '../labels.ts'
import { Button } from './button.tsx'
import { deferFocus } from './focus.ts'
import { Count } from './text-help.tsx'

interface ListFieldProps {
  path: ValuePath
  node: SchemaNode
  root: SchemaNode
  value: readonly unknown[]
  setStatus(message: string): void
  onChange(change: ValueChange, name: string): Promise<boolean>
  onOpen(path: ValuePath): void
  /** Adds an entry of the given variant, with initial values. */
  onAdd(path: ValuePath, shape: string | undefined): void
}

const DUPLICATE_ICON = (
  <svg viewBox="0 0 14 14" aria-hidden="true">
    <path d="M4.5 4.5h8v8h-8zM2 9.5H1.5v-8h8V2" />
  </svg>
)

/** Shows a list whose entries the user can open, move, duplicate and remove. */
export function ListField({ path, node, root, value, setStatus, onChange, onOpen, onAdd }: ListFieldProps) {
  /** The indexes of the dragged entry and of the entry under the pointer. */
  const [drag, setDrag] = useState<{ from: number; over?: number }>()
  const list = useRef<HTMLOListElement>(null)
  /** The entry to focus. Set after a change, once the changed file has been loaded. */
  const [toFocus, setToFocus] = useState<{ index: number; focus: ReturnType<typeof deferFocus> }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per change
  useEffect(() => {
    if (!toFocus) return
    const entries = list.current?.querySelectorAll<HTMLElement>('.entry')
    toFocus.focus(entries?.[Math.min(toFocus.index, value.length - 1)])
  }, [toFocus])

  const isBusy = useRef(false)
  const apply = async (change: ValueChange, name: string, message: string, index: number) => {
    // Ignore further clicks until the list is rendered again, because they could change the wrong entry.
    if (isBusy.current) return
    isBusy.current = true
    const focus = deferFocus()
    if (await onChange(change, `${name} in ${path.join('.')}`)) {
      setStatus(message)
      setToFocus({ index, focus })
    }
    isBusy.current = false
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    void apply({ kind: 'move', path: [...path, from], to }, 'move', `Moved to ${to + 1} of ${value.length}`, to)
  }
  const duplicate = (index: number, entry: unknown) =>
    apply({ kind: 'insert', path: [...path, index + 1], value: entry }, 'duplicate', 'Duplicated', index + 1)
  const remove = (index: number) =>
    apply({ kind: 'remove', path: [...path, index] }, 'remove', `Removed entry ${index + 1}. Undo restores it.`, index)
  return (
    <>
      <ol className="entries" ref={list}>
        {value.map((entry, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position
            key={index}
            draggable
            className={drag?.from === index ? 'dragged' : undefined}
            data-mark={drag?.over === index ? (drag.from < index ? 'after' : 'before') : undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDrag({ from: index })
            }}
            onDragEnd={() => setDrag(undefined)}
            onDragOver={(event) => {
              if (!drag) return
              event.preventDefault()
              if (drag.over !== index) setDrag({ ...drag, over: index })
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (drag) move(drag.from, index)
              setDrag(undefined)
            }}
          >
            <button
              type="button"
              className="entry"
              data-step={index}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title="Press Alt and an arrow key to move"
              onClick={() => onOpen([...path, index])}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                if (!event.altKey || by === 0) return
                event.preventDefault()
                move(index, index + by)
              }}
            >
              <small>{index + 1}</small> {summarizeValue(entry) || '—'}
            </button>
            {(
              [
                ['↑', 'Move', 'up', index === 0, () => move(index, index - 1)],
                ['↓', 'Move', 'down', index === value.length - 1, () => move(index, index + 1)],
                [DUPLICATE_ICON, 'Duplicate', '', false, () => duplicate(index, entry)],
                ['×', 'Remove', '', false, () => remove(index)],
              ] as const
            ).map(([icon, verb, direction, isDisabled, act]) => (
              <Button
                key={`${verb} ${direction}`}
                label={icon}
                aria-label={`${verb} ${index + 1} ${direction}`.trim()}
                title={`${verb} ${direction}`.trim()}
                disabled={isDisabled}
                onClick={act}
              />
            ))}
          </li>
        ))}
      </ol>
      <AddEntry path={path} node={node} root={root} value={value} onAdd={onAdd} />
    </>
  )
}

type AddEntryProps = Pick<ListFieldProps, 'path' | 'node' | 'root' | 'value' | 'onAdd'>

/** Adds an entry. If there are several types, the user chooses one. */
function AddEntry({ path, node, root, value, onAdd }: AddEntryProps) {
  const [shape, setShape] = useState('')
  const options = listVariants(resolveReference(node.items ?? {}, root), root)
  const name = findDiscriminator(options)
  const shapes = options.flatMap((option) => {
    const field = name ? option.properties?.[name] : undefined
    const about = field?.description ?? option.description ?? ''
    return listAllowedValues(field).map((choice) => ({ name: String(choice), about }))
  })
  const add = () => onAdd([...path, value.length], shape || undefined)
  const about = shapes.find((option) => option.name === shape)?.about
  return (
    <div className="field">
      <p className="row">
        {shapes.length > 0 && (
          <select
            aria-label={`Type of new entry in ${path.at(-1)}`}
            value={shape}
            onChange={(event) => setShape(event.target.value)}
          >
            <option value="">Choose a type</option>
            {shapes.map((option) => (
              <option key={option.name} value={option.name}>
                {option.about ? `${option.name}: ${option.about}` : option.name}
              </option>
            ))}
          </select>
        )}
        <Button label="Add" disabled={shapes.length > 0 && !shape} onClick={add} />
        <Count length={value.length} limit={node.maxItems} />
      </p>
      {about && <p className="about">{about.replaceAll('`', '')}</p>}
    </div>
  )
}
