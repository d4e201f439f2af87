import { useEffect, useState } from 'react'
import type { Path } from '../../../content/source.ts'
import type { FileChange } from '../../../edit/change.ts'
import { BODY, type Place } from '../../../edit/marks.ts'
import type { Result } from '../../../edit/saves.ts'
import { nodeAt, shapeOf, valueAt } from '../../../schema/field-node.ts'
import type { Node } from '../../../schema/node.ts'
import { BodyField } from './body-field.tsx'
import { FileActions } from './file-actions.tsx'
import { ListField } from './list-field.tsx'
import type { EditedPage } from './page.ts'
import { PanelFrame } from './panel-frame.tsx'
import { ScalarField } from './scalar-field.tsx'
import type { Moved, Refusal, Session } from './session.ts'
import { summaryOf } from './summary.ts'
import { useEntry } from './use-entry.ts'

interface InspectorProps {
  session: Session
  page: EditedPage
  place: Place
  onPlace(place: Place): void
  onSaved(result: Result): void
  onMoved(moved: Moved): void
  onRemoved(result: Result): void
  onClose(): void
}

/** Every field of a file, one group of them at a time, made from the schemas that check it. */
export function Inspector({ session, page, place, onPlace, onSaved, onMoved, onRemoved, onClose }: InspectorProps) {
  const { file, path } = place
  const { entry, root, failure, load } = useEntry(session, file)
  const [refused, setRefused] = useState<Refusal>()
  useEffect(() => page.subscribe(() => void load()), [page, load])

  const go = (to: Path) => {
    setRefused(undefined)
    onPlace({ file, path: to })
  }
  const save = async (change: FileChange, name: string, then?: Path) => {
    if (!entry) return
    try {
      onSaved(await session.save([{ file, version: entry.version, changes: [change] }], name))
      setRefused(undefined)
      if (then) go(then)
    } catch (error) {
      setRefused(error as Refusal)
    }
    await load()
  }

  const title = file.replace(/^[^/]*\//, '')
  const crumbs = path[0] === BODY ? [] : path.map((_, index) => path.slice(0, index + 1))
  const value = entry && path[0] !== BODY && valueAt(entry.fields, path)
  const node = entry && root && nodeAt(root, entry.fields, path)
  const problemAt = (at: Path) => {
    const found = refused?.problems.filter(
      (one) => one.file === file && at.every((step, index) => one.path[index] === step),
    )
    return found?.map((one) => [one.message, one.help].filter(Boolean).join('. ')).join('\n') || undefined
  }
  const elsewhere = refused && !refused.problems.some((one) => one.file === file && one.path.length > path.length)
  return (
    <PanelFrame title={title} onClose={onClose}>
      <nav aria-label="Where in the file" className="crumbs">
        <button type="button" onClick={() => go([])} aria-current={path.length === 0 ? 'true' : undefined}>
          {title.replace(/^.*\//, '')}
        </button>
        {crumbs.map((crumb, index) => (
          <button
            type="button"
            key={crumb.join('.')}
            onClick={() => go(crumb)}
            aria-current={index === crumbs.length - 1 ? 'true' : undefined}
          >
            {typeof crumb.at(-1) === 'number' ? Number(crumb.at(-1)) + 1 : crumb.at(-1)}
          </button>
        ))}
      </nav>
      {failure && (
        <p role="alert" className="refusal">
          {failure}
        </p>
      )}
      {elsewhere && (
        <div role="alert" className="refusal">
          <p>{refused.message}</p>
          {refused.problems.map((one) => (
            <p key={`${one.file} ${one.path.join('.')} ${one.rule}`}>
              {one.file} · {one.path.join('.')}: {one.message}. {one.help}
            </p>
          ))}
          {refused.conflict && <p>The file as it is now is shown here. Make the change again if it is still needed.</p>}
        </div>
      )}
      {entry && root && path[0] === BODY && (
        <BodyField
          {...{ session, file }}
          text={entry.body ?? ''}
          onSave={(text) => save({ kind: 'body', text }, `text of ${title}`)}
          onPreview={page.show}
        />
      )}
      {entry && root && node && Array.isArray(value) && (
        <ListField
          {...{ path, node, root, value }}
          onChange={(change, name) => save(change, name)}
          onOpen={go}
          onAdd={async (at, shape) => {
            const sample = await session.sample(file, at, shape)
            await save({ kind: 'insert', path: at, value: sample }, `add to ${path.join('.')}`, at)
          }}
        />
      )}
      {entry && root && node && isGroup(value) && (
        <>
          {path.length === 0 && entry.body !== undefined && (
            <button type="button" className="entry" onClick={() => go([BODY])}>
              Text <small>{entry.body.trim().slice(0, 60)}…</small>
            </button>
          )}
          {fieldsOf(node, value).map(([name, inner, isNeeded]) => {
            const at = [...path, name]
            const own = value[name]
            const shape = shapeOf(inner, root, own)
            const isPart = shape.properties || shape.items || typeof shape.additionalProperties === 'object'
            if (!isPart)
              return (
                <ScalarField
                  key={name}
                  {...{ name, isNeeded, session }}
                  node={shape}
                  value={own}
                  problem={problemAt(at)}
                  onSet={(next) =>
                    save(
                      next === undefined ? { kind: 'remove', path: at } : { kind: 'set', path: at, value: next },
                      at.join('.'),
                    )
                  }
                />
              )
            return (
              <div className="field" key={name}>
                {own === undefined ? (
                  <button
                    type="button"
                    className="entry missing"
                    onClick={async () =>
                      save({ kind: 'set', path: at, value: await session.sample(file, at) }, `add ${at.join('.')}`, at)
                    }
                  >
                    Add {name} <small>{shape.description}</small>
                  </button>
                ) : (
                  <span className="row">
                    <button type="button" className="entry" onClick={() => go(at)}>
                      {name} <small>{summaryOf(own)}</small>
                    </button>
                    {!isNeeded && (
                      <button
                        type="button"
                        aria-label={`Remove ${name}`}
                        onClick={() => save({ kind: 'remove', path: at }, `remove ${at.join('.')}`)}
                      >
                        ×
                      </button>
                    )}
                  </span>
                )}
                {problemAt(at) && (
                  <p className="refusal" role="alert">
                    {problemAt(at)}
                  </p>
                )}
              </div>
            )
          })}
        </>
      )}
      {entry && root && node && !isGroup(value) && !Array.isArray(value) && path.length > 0 && path[0] !== BODY && (
        <ScalarField
          name={String(path.at(-1))}
          {...{ node, value, session }}
          isNeeded
          problem={problemAt(path)}
          onSet={(next) => save({ kind: 'set', path, value: next }, path.join('.'))}
        />
      )}
      {entry && path.length === 0 && <FileActions {...{ session, file, onMoved, onRemoved }} />}
    </PanelFrame>
  )
}

type FieldOfGroup = [name: string, node: Node, isNeeded: boolean]

/** What must be there first, as the schema lists it; of a group with names of its own, those that are there. */
function fieldsOf(node: Node, value: Record<string, unknown>): FieldOfGroup[] {
  const each = typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined
  if (each) return Object.keys(value).map((name): FieldOfGroup => [name, each, true])
  return Object.entries(node.properties ?? {}).map(([name, inner]) => [
    name,
    inner,
    node.required?.includes(name) ?? false,
  ])
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
