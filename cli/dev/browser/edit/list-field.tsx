import { useState } from 'react'
import type { Path } from '../../../content/source.ts'
import type { Change } from '../../../edit/change.ts'
import { optionsOf } from '../../../schema/field-node.ts'
import { choicesOf, discriminatorOf, type Node, resolve } from '../../../schema/node.ts'
import { summaryOf } from './summary.ts'

interface ListFieldProps {
  path: Path
  node: Node
  root: Node
  value: readonly unknown[]
  onChange(change: Change, name: string): void
  onOpen(path: Path): void
  /** Asks for an entry to begin with, of one of the shapes that there are. */
  onAdd(path: Path, shape: string | undefined): void
}

/** The entries of a list: opened, moved by drag or by keyboard, doubled, removed, added. */
export function ListField({ path, node, root, value, onChange, onOpen, onAdd }: ListFieldProps) {
  const [dragged, setDragged] = useState<number>()
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
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    onChange({ kind: 'move', path: [...path, from], to }, `move in ${path.join('.')}`)
  }
  return (
    <>
      <ol className="entries">
        {value.map((entry, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the file
            key={index}
            draggable
            className={dragged === index ? 'dragged' : undefined}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={() => dragged !== undefined && move(dragged, index)}
          >
            <button
              type="button"
              className="entry"
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
            <button
              type="button"
              aria-label={`Move ${index + 1} up`}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={`Move ${index + 1} down`}
              disabled={index === value.length - 1}
              onClick={() => move(index, index + 1)}
            >
              ↓
            </button>
            <button
              type="button"
              aria-label={`Double ${index + 1}`}
              onClick={() =>
                onChange({ kind: 'insert', path: [...path, index + 1], value: entry }, `double in ${path.join('.')}`)
              }
            >
              ⧉
            </button>
            <button
              type="button"
              aria-label={`Remove ${index + 1}`}
              onClick={() => onChange({ kind: 'remove', path: [...path, index] }, `remove from ${path.join('.')}`)}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
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
        <button
          type="button"
          disabled={shapes.length > 0 && !shape}
          onClick={() => onAdd([...path, value.length], shape || undefined)}
        >
          Add
        </button>
        {node.maxItems !== undefined && (
          <span className="count">
            {value.length} of {node.maxItems}
          </span>
        )}
      </p>
    </>
  )
}
