import { useEffect, useRef, useState } from 'react'
import type { Path } from '../../content/yaml/source.ts'
import { choicesOf, discriminatorOf, type Node, optionsOf, resolve } from '../../scaffold/schema/node.ts'
import type { Change } from '../server/change.ts'
import { summaryOf } from './label.ts'

interface ListFieldProps {
  path: Path
  node: Node
  root: Node
  value: readonly unknown[]
  tell(words: string): void
  onChange(change: Change, name: string): Promise<boolean>
  onOpen(path: Path): void
  /** Adds an initial entry of a variant. */
  onAdd(path: Path, shape: string | undefined): void
}

const COPY = (
  <svg viewBox="0 0 14 14" aria-hidden="true">
    <path d="M4.5 4.5h8v8h-8zM2 9.5H1.5v-8h8V2" />
  </svg>
)

/** The entries of a list: opens, moves, duplicates, removes and adds them. */
export function ListField({ path, node, root, value, tell, onChange, onOpen, onAdd }: ListFieldProps) {
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  /** The entry that gets the focus after the next rendering. */
  const next = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (next.current === undefined) return
    list.current?.querySelectorAll<HTMLElement>('.entry')[Math.min(next.current, value.length - 1)]?.focus()
    next.current = undefined
  }, [value])

  const isBusy = useRef(false)
  const named = `in ${path.join('.')}`
  const change = async (made: Change, name: string, words: string, focus: number) => {
    // A second click before the list is rendered again would change another entry than the visible one.
    if (isBusy.current) return
    isBusy.current = true
    next.current = focus
    if (await onChange(made, `${name} ${named}`)) tell(words)
    isBusy.current = false
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    void change({ kind: 'move', path: [...path, from], to }, 'move', `Moved to ${to + 1} of ${value.length}`, to)
  }
  const double = (index: number, entry: unknown) =>
    change({ kind: 'insert', path: [...path, index + 1], value: entry }, 'double', 'Doubled', index + 1)
  const remove = (index: number) =>
    change({ kind: 'remove', path: [...path, index] }, 'remove', `Removed ${index + 1}. Undo brings it back.`, index)
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <>
      <ol className="entries" ref={list}>
        {value.map((entry, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position
            key={index}
            draggable
            className={dragged === index ? 'dragged' : undefined}
            data-mark={over === index && dragged !== undefined ? (dragged < index ? 'after' : 'before') : undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(index)
            }}
            onDragEnd={end}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              setOver(index)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== undefined) move(dragged, index)
              end()
            }}
          >
            <button
              type="button"
              className="entry"
              data-step={index}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title="Alt and an arrow key move it"
              onClick={() => onOpen([...path, index])}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                if (!event.altKey || by === 0) return
                event.preventDefault()
                move(index, index + by)
              }}
            >
              <small>{index + 1}</small> {summaryOf(entry) || '—'}
            </button>
            {(
              [
                ['↑', 'Move', 'up', index === 0, () => move(index, index - 1)],
                ['↓', 'Move', 'down', index === value.length - 1, () => move(index, index + 1)],
                [COPY, 'Double', '', false, () => double(index, entry)],
                ['×', 'Remove', '', false, () => remove(index)],
              ] as const
            ).map(([sign, verb, way, isOff, act]) => (
              <button
                type="button"
                key={`${verb} ${way}`}
                aria-label={`${verb} ${index + 1} ${way}`.trim()}
                title={`${verb} ${way}`.trim()}
                disabled={isOff}
                onClick={act}
              >
                {sign}
              </button>
            ))}
          </li>
        ))}
      </ol>
      <AddEntry
        {...{ path, node, root }}
        length={value.length}
        onAdd={(shape) => onAdd([...path, value.length], shape)}
      />
    </>
  )
}

interface AddEntryProps extends Pick<ListFieldProps, 'path' | 'node' | 'root'> {
  length: number
  onAdd(shape: string | undefined): void
}

/** Adds an entry; asks for the variant if there are several. */
function AddEntry({ path, node, root, length, onAdd }: AddEntryProps) {
  const [shape, setShape] = useState('')
  const options = optionsOf(resolve(node.items ?? {}, root), root)
  const name = discriminatorOf(options)
  const shapes = name
    ? options.flatMap((option) =>
        choicesOf(option.properties?.[name]).map((one) => ({
          name: String(one),
          about: option.properties?.[name]?.description ?? option.description ?? '',
        })),
      )
    : []
  const about = shapes.find((one) => one.name === shape)?.about
  return (
    <div className="field">
      <p className="row">
        {shapes.length > 0 && (
          <select
            aria-label={`What to add to ${path.at(-1)}`}
            value={shape}
            onChange={(event) => setShape(event.target.value)}
          >
            <option value="">What to add…</option>
            {shapes.map((one) => (
              <option key={one.name} value={one.name}>
                {one.about ? `${one.name}: ${one.about}` : one.name}
              </option>
            ))}
          </select>
        )}
        <button type="button" disabled={shapes.length > 0 && !shape} onClick={() => onAdd(shape || undefined)}>
          Add
        </button>
        {node.maxItems !== undefined && (
          <span className="count">
            {length} of {node.maxItems}
          </span>
        )}
      </p>
      {about && <p className="about">{about.replaceAll('`', '')}</p>}
    </div>
  )
}
