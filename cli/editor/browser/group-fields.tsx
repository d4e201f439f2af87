import type { Path } from '../../content/yaml/source.ts'
import { BODY } from '../../dev/marks.ts'
import { shapeOf } from '../../scaffold/schema/field-node.ts'
import { eachOf, type Node } from '../../scaffold/schema/node.ts'
import type { FileChange } from '../server/change.ts'
import { labelOf } from './label.ts'
import { NewName } from './new-name.tsx'
import { Reason } from './reason.tsx'
import { ScalarField } from './scalar-field.tsx'
import type { Session } from './session.ts'
import { summaryOf } from './summary.ts'

interface GroupFieldsProps {
  session: Session
  file: string
  path: Path
  node: Node
  root: Node
  value: Record<string, unknown>
  /** The text under the fields, where it is part of this. */
  body: string | undefined
  problemAt(path: Path): string | undefined
  onSave(change: FileChange, name: string): Promise<boolean>
  onGo(path: Path): void
  onAdd(path: Path): void
}

/** A group of fields: values are edited here, and what has parts is opened. */
export function GroupFields(props: GroupFieldsProps) {
  const { session, file, path, node, root, value, body, problemAt, onSave, onGo, onAdd } = props
  return (
    <>
      {body !== undefined && (
        <button type="button" className="entry" data-step={BODY} onClick={() => onGo([BODY])}>
          Text <small>{body.trim().slice(0, 60)}…</small>
        </button>
      )}
      {fieldsOf(node, value).map(([name, inner, isNeeded]) => {
        const at = [...path, name]
        const own = value[name]
        const shape = shapeOf(inner, root, own)
        const problem = problemAt(at)
        const remove = () => onSave({ kind: 'remove', path: at }, `remove ${at.join('.')}`)
        if (!shape.properties && !shape.items && !eachOf(shape))
          return (
            <ScalarField
              key={at.join('.')}
              {...{ isNeeded, session, problem }}
              place={{ file, path: at }}
              node={shape}
              value={own}
              onSet={(next) =>
                next === undefined ? remove() : onSave({ kind: 'set', path: at, value: next }, at.join('.'))
              }
            />
          )
        return (
          <div className="field" key={name}>
            {own === undefined ? (
              <button type="button" className="entry missing" data-step={name} onClick={() => onAdd(at)}>
                Add {labelOf(name).toLowerCase()} <small>{shape.description?.replaceAll('`', '')}</small>
              </button>
            ) : (
              <span className="row">
                <button type="button" className="entry" data-step={name} onClick={() => onGo(at)}>
                  {labelOf(name)} <small>{summaryOf(own)}</small>
                </button>
                {!isNeeded && (
                  <button type="button" aria-label={`Remove ${labelOf(name).toLowerCase()}`} onClick={remove}>
                    ×
                  </button>
                )}
              </span>
            )}
            <Reason words={problem} />
          </div>
        )
      })}
      {typeof node.additionalProperties === 'object' && (
        <NewName
          node={node.propertyNames}
          problemOf={(name) => (name in value ? undefined : problemAt([...path, name]))}
          onAdd={(name) => (name in value ? onGo : onAdd)([...path, name])}
        />
      )}
    </>
  )
}

type FieldOfGroup = [name: string, node: Node, isNeeded: boolean]

/** What must be there first, as the schema lists it; of a group with names of its own, those that are there. */
function fieldsOf(node: Node, value: Record<string, unknown>): FieldOfGroup[] {
  const each = eachOf(node)
  if (each) return Object.keys(value).map((name): FieldOfGroup => [name, each, false])
  return Object.entries(node.properties ?? {}).map(([name, inner]) => [
    name,
    inner,
    node.required?.includes(name) ?? false,
  ])
}
